import { barOf, cardOf, chooses } from '#tests/support/browser/care.ts';
import { expectHalf } from '#tests/support/browser/expect-half.ts';
import { connected, expect } from '#tests/support/browser/journey.ts';
import { test } from '#tests/support/browser/large-text.ts';
import { chooses as choosesPhotos, chosenOf, phonePicture } from '#tests/support/browser/photos.ts';

/** Two phones and a tablet. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
];

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
