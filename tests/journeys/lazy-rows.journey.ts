import { expect, type Person, test } from '#tests/support/browser/journey.ts';
import { fillList } from '#tests/support/people/fill-list.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const MANY = 1_000;
/** Of these, browsers lay out what is near the window; the rows of ten windows are more than enough. */
const MOST_LAID_OUT = 200;

const rows = ({ page }: Person) => page.getByRole('main').getByRole('listitem');

/** How many rows the browser lays out and paints. */
const countLaidOut = (person: Person) =>
  rows(person).evaluateAll(
    (all) => all.filter((row) => row.firstElementChild!.checkVisibility({ contentVisibilityAuto: true })).length,
  );

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
