import { expectToFit } from '#tests/support/browser/expect-to-fit.ts';
import { expect } from '#tests/support/browser/journey.ts';
import { test } from '#tests/support/browser/large-text.ts';
import { asked, fillCircle, NEW, settled } from '#tests/support/browser/screens.ts';
import { SIGNED_OUT } from '#tests/support/browser/signed-out-screens.ts';

// Every screen in every size: a busy machine needs much longer than the usual minute.
test.describe.configure({ timeout: 240_000 });

/** Two phones and a tablet. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
];

test('every signed-out screen fits with text of twice the size', async ({ guest }) => {
  const stranger = await guest();
  stranger.expectError(/status of 401 .*sign-in/);
  await stranger.goesTo('/login');
  expect(await stranger.page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  await expectToFit(stranger, SIGNED_OUT, SIZES);
});

test('every screen of a new person fits with text of twice the size', async ({ signUp }) => {
  await expectToFit(await signUp('Ada', 'Lovelace'), NEW, SIZES);
});

for (const [what, screens] of [
  ['screen', settled],
  ['question and notice', asked],
] as const)
  test(`every ${what} of a person with connections fits with text of twice the size`, async ({ signUp, app }) => {
    const ada = await signUp('Ada', 'Lovelace');
    const grace = await signUp('Grace', 'Wolfeschlegelsteinhausen');
    await fillCircle(app, ada, [grace]);
    await expectToFit(ada, screens(grace), SIZES);
  });
