import { barOf, cardOf, chooses } from '#tests/support/browser/care.ts';
import { expectHalf } from '#tests/support/browser/expect-half.ts';
import { expectToFit } from '#tests/support/browser/expect-to-fit.ts';
import { connected, expect } from '#tests/support/browser/journey.ts';
import { test } from '#tests/support/browser/large-text.ts';
import { chooses as choosesPhotos, chosenOf, phonePicture } from '#tests/support/browser/photos.ts';
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

test('the messages of a chat have half of the height with text of twice the size', async ({ signUp, app }) => {
  const [ada, grace] = [await signUp('Ada', 'Lovelace'), await signUp('Grace', 'Hopper')];
  await connected(grace, ada);
  await grace.goesTo(`/chat/${ada.uid}`);
  await expect(grace.messageBox).toBeVisible();
  await expectHalf(grace, SIZES, 'a chat');
  await chooses(ada, 'Purple');
  await expect(cardOf(grace, ada)).toBeVisible();
  await expectHalf(grace, SIZES, 'a friend’s ask');
  await choosesPhotos(grace, await phonePicture(grace.page, 'IMG_1.jpg', 300, 200));
  await expect(chosenOf(grace).getByRole('button')).toHaveCount(1);
  await expectHalf(grace, SIZES, 'a friend’s ask and photos');
  await app.sql('update users set hold_seconds = 120 where id = $1', [grace.uid]);
  await chooses(grace, 'Dark');
  await expect(barOf(grace).getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectHalf(grace, SIZES, 'a friend’s ask, photos and the seconds of an undo');
  await chosenOf(grace).getByRole('button').click();
  await expectHalf(grace, SIZES, 'a friend’s ask and the seconds of an undo');
});
