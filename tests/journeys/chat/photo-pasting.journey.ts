import { chosenOf, phonePicture } from '#tests/support/browser/chat/photos.ts';
import { expect, friendsInChat, test } from '#tests/support/browser/journey.ts';

// Not in Firefox, which gives a script's clipboard no files.
test('pictures can be pasted and dropped anywhere in a chat, and copied words stay words', async ({ signUp }) => {
  const [ada] = await friendsInChat(signUp);
  const picture = await phonePicture(ada.page, 'IMG_1.jpg', 300, 200);
  const chosen = chosenOf(ada).getByRole('img');
  const give = (kind: 'paste' | 'drop', words = '') =>
    ada.page.getByRole('log').evaluate(
      (list, [kind, base64, words]) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], 'pasted.jpg', { type: 'image/jpeg' }));
        if (words) data.setData('text/plain', words);
        const event =
          kind === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
        return list.dispatchEvent(event);
      },
      [kind, picture.buffer.toString('base64'), words] as const,
    );
  await expect(ada.page.getByRole('button', { name: 'Add photos' })).toBeVisible();
  expect(await give('paste')).toBe(false);
  await expect(chosen).toHaveCount(1);
  await expect(ada.messageBox).toBeFocused();
  expect(await give('drop')).toBe(false);
  await expect(chosen).toHaveCount(2);
  expect(await give('paste', 'a table’s cells')).toBe(true);
  await expect(chosen).toHaveCount(2);
});
