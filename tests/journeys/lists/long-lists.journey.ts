import type { Locator } from '@playwright/test';
import { expect, type Person, test } from '#tests/support/browser/journey.ts';
import { fillList } from '#tests/support/people/fill-list.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const MANY = 1_000;

const rows = ({ page }: Person) => page.getByRole('main').getByRole('listitem');

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

for (const [screen, options] of [
  ['phone', PHONE],
  ['wide screen', { viewport: { width: 1440, height: 900 } }],
] as const) {
  test(`on a ${screen} a long list is where it was on the way back from a chat`, async ({ signUp, app }) => {
    const ada = await signUp('Ada', 'Lovelace', options);
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
}
