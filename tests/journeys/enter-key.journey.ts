import { connected, expect, test } from '#tests/support/browser/journey.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('on a touch keyboard Enter starts a new line, and the button sends', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace', PHONE);
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await ada.opensChatWith(grace);
  await expect(ada.messageBox).toHaveAttribute('enterkeyhint', 'enter');
  await ada.messageBox.tap();
  await ada.page.keyboard.type('First line');
  await ada.page.keyboard.press('Enter');
  await ada.page.keyboard.type('second line');
  await expect(ada.messageBox).toHaveValue('First line\nsecond line');
  await ada.page.getByRole('button', { name: 'Send' }).tap();
  await expect(ada.messages.last()).toHaveText('You: First line second line');
  await expect(ada.messageBox).toBeFocused();

  await ada.page.keyboard.type('With Ctrl');
  await ada.page.keyboard.press('Control+Enter');
  await expect(ada.messages.last()).toHaveText('You: With Ctrl');
});

test('on other keyboards Enter sends, and Shift+Enter starts a new line', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await ada.opensChatWith(grace);
  await expect(ada.messageBox).toHaveAttribute('enterkeyhint', 'send');
  await ada.messageBox.click();
  await ada.page.keyboard.type('First line');
  await ada.page.keyboard.press('Shift+Enter');
  await ada.page.keyboard.type('second line');
  await ada.page.keyboard.press('Enter');
  await expect(ada.messages.last()).toHaveText('You: First line second line');
  await expect(ada.messageBox).toHaveValue('');
});
