import type { Locator } from '@playwright/test';
import { expect, type Person, test } from '#tests/support/browser/journey.ts';
import { fillList } from '#tests/support/people/fill-list.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const MANY = 1_000;
/** Of these, browsers lay out what is near the window; the rows of ten windows are more than enough. */
const MOST_LAID_OUT = 200;

// Firefox needs half a minute for 1,000 rows on a busy machine.
test.describe.configure({ timeout: 120_000 });

const rows = ({ page }: Person) => page.getByRole('main').getByRole('listitem');

/** How many rows the browser lays out and paints. */
const countLaidOut = (person: Person) =>
  rows(person).evaluateAll(
    (all) => all.filter((row) => row.firstElementChild!.checkVisibility({ contentVisibilityAuto: true })).length,
  );

/** The topmost row whose middle is in sight. */
const nameInSight = (person: Person) =>
  rows(person).evaluateAll((all) => {
    const middle = window.innerHeight / 2;
    const row = all.find((each) => each.getBoundingClientRect().bottom > middle);
    return row?.querySelector('bdi')?.textContent;
  });

async function expectFocusRingInside(control: Locator): Promise<void> {
  await expect(control).toBeFocused();
  await expect(control).toHaveCSS('outline-offset', '-3px');
}

for (const address of ['/cares', '/circles']) {
  test(`of 1,000 people on ${address} only those near the window are laid out, wherever it scrolls`, async ({
    signUp,
    app,
  }) => {
    const ada = await signUp('Ada', 'Lovelace', PHONE);
    await fillList(app, ada, MANY);
    await ada.goesTo(address);
    for (const place of [0, MANY / 2, MANY - 1]) {
      await rows(ada).nth(place).scrollIntoViewIfNeeded();
      await expect(rows(ada).nth(place).getByRole('link')).toBeInViewport();
      await expect.poll(() => countLaidOut(ada)).toBeGreaterThan(0);
      expect(await countLaidOut(ada)).toBeLessThan(MOST_LAID_OUT);
    }
    await expect(rows(ada)).toHaveCount(MANY);
  });
}

test('the Tab key goes through a long list row by row, with its focus in sight', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', PHONE);
  await fillList(app, ada, MANY);
  await ada.goesTo('/cares');
  await expect(rows(ada)).toHaveCount(MANY);
  // Firefox shows the focus in the window in front alone.
  await ada.page.bringToFront();
  await rows(ada).nth(500).getByRole('link').focus();
  for (let place = 500; place < 506; place += 1) {
    const row = rows(ada).nth(place);
    await expectFocusRingInside(row.getByRole('link'));
    await expect(row).toBeInViewport();
    await ada.page.keyboard.press('Tab');
    await expectFocusRingInside(row.getByRole('button'));
    await ada.page.keyboard.press('Tab');
  }
});

test('on a phone a long list is where it was on the way back from a chat', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', PHONE);
  await fillList(app, ada, MANY);
  await ada.goesTo('/cares');
  await rows(ada).nth(700).scrollIntoViewIfNeeded();
  await expect(rows(ada).nth(700)).toBeInViewport();
  const person = ada.page.getByRole('main').getByText((await nameInSight(ada))!, { exact: true });
  await person.click();
  await expect(ada.messageBox).toBeVisible();
  await ada.page.goBack();
  await expect(ada.page).toHaveURL('/cares');
  await expect(person).toBeInViewport();
});
