import type { Locator } from '@playwright/test';
import { expect, test } from '#tests/support/browser/journey.ts';
import { bubble, chat, menu, openMenu } from '#tests/support/browser/message-menu.ts';

test('a reaction and a reply appear in the other browser; the quote leads back', async ({ signUp }) => {
  const [ada, grace] = await chat(signUp);
  await openMenu(grace, 'Coffee tomorrow?');
  await menu(grace).getByRole('button', { name: 'Thumbs up' }).click();
  await expect(menu(grace)).toBeHidden();
  await expect(ada.page.getByText('Reactions: Grace: Thumbs up')).toBeAttached();
  await expect(grace.page.getByText('Reactions: You: Thumbs up')).toBeAttached();

  await openMenu(grace, 'Coffee tomorrow?');
  await menu(grace).getByRole('button', { name: 'Reply' }).click();
  await expect(grace.page.getByRole('textbox', { name: 'Your message' })).toBeFocused();
  await grace.says('Yes!');
  await ada.page.bringToFront();
  const quote = ada.page.getByRole('button', { name: /Answer to.*Coffee tomorrow/ });
  await quote.click();
  await expect(ada.page.locator('[data-message]:focus')).toContainText('Coffee tomorrow?');
});

test('words deleted for both leave both screens at once, also where they were quoted', async ({ signUp }) => {
  const [ada, grace] = await chat(signUp);
  await openMenu(grace, 'Coffee tomorrow?');
  await expect(menu(grace).getByRole('button', { name: 'Delete for both' })).toBeHidden();
  await menu(grace).getByRole('button', { name: 'Reply' }).click();
  await grace.says('Yes!');
  await expect(bubble(ada, 'Yes!')).toBeVisible();
  await openMenu(ada, 'Coffee tomorrow?');
  await menu(ada).getByRole('button', { name: 'Delete for both' }).click();
  const question = ada.page.getByRole('dialog', { name: 'Delete for both?' });
  await question.getByRole('button', { name: 'Delete for both' }).click();
  for (const person of [ada, grace]) {
    await expect(person.page.getByRole('log').getByText('Coffee tomorrow?')).toHaveCount(0);
    await expect(person.page.getByRole('log').getByText('Message deleted')).toHaveCount(2);
  }
});

test('a message deleted for oneself stays on the other screen', async ({ signUp }) => {
  const [ada, grace] = await chat(signUp);
  await openMenu(grace, 'Coffee tomorrow?');
  await menu(grace).getByRole('button', { name: 'Delete for me' }).click();
  const question = grace.page.getByRole('dialog', { name: 'Delete for me?' });
  await expect(question).toContainText('Ada still sees it.');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(bubble(grace, 'Coffee tomorrow?')).toBeVisible();
  await openMenu(grace, 'Coffee tomorrow?');
  await menu(grace).getByRole('button', { name: 'Delete for me' }).click();
  await question.getByRole('button', { name: 'Delete for me' }).click();
  await expect(bubble(grace, 'Coffee tomorrow?')).toHaveCount(0);
  await ada.says('Still there');
  await expect(bubble(grace, 'Still there')).toBeVisible();
  await expect(bubble(ada, 'Coffee tomorrow?')).toBeVisible();
});

test('the keyboard reaches each message and its menu, and the focus is never lost', async ({ signUp }) => {
  const [ada] = await chat(signUp);
  // Firefox shows the focus in the window in front alone.
  await ada.page.bringToFront();
  await openMenu(ada, 'Coffee tomorrow?');
  await ada.page.keyboard.press('Escape');
  await ada.page.getByRole('log').focus();
  await ada.page.keyboard.press('ArrowUp');
  const focused = ada.page.locator('[data-message]:focus');
  await expect(focused).toContainText('Coffee tomorrow?');
  await ada.page.keyboard.press('ArrowUp');
  await expect(focused).toContainText('how are you doing today?');
  await ada.page.keyboard.press('ArrowDown');
  await ada.page.keyboard.press('Enter');
  await expect(menu(ada).getByRole('button', { name: 'Love' })).toBeFocused();
  await ada.page.keyboard.press('ArrowDown');
  await expect(menu(ada).getByRole('button', { name: 'Thumbs up' })).toBeFocused();
  await ada.page.keyboard.press('Escape');
  await expect(focused).toContainText('Coffee tomorrow?');
  await ada.page.keyboard.press('Shift+F10');
  await menu(ada).getByRole('button', { name: 'Delete for me' }).press('Enter');
  await expect(ada.page.getByRole('heading', { name: 'Delete for me?' })).toBeFocused();
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Delete for me' }).press('Enter');
  await expect(bubble(ada, 'Coffee tomorrow?')).toHaveCount(0);
  await expect(ada.page.getByRole('log')).toBeFocused();
});

test('Escape in the input takes a reply back', async ({ signUp }) => {
  const [, grace] = await chat(signUp);
  await openMenu(grace, 'Coffee tomorrow?');
  await menu(grace).getByRole('button', { name: 'Reply' }).click();
  await grace.messageBox.fill('Yes!');
  const answered = grace.page.getByRole('button', { name: 'Don’t answer this message' });
  await expect(answered).toBeVisible();
  await grace.messageBox.press('Escape');
  await expect(answered).toBeHidden();
  await expect(grace.messageBox).toHaveValue('Yes!');
  await expect(grace.messageBox).toBeFocused();
});

test('when its writer deletes a message, the menu that is open for it keeps the focus', async ({ signUp }) => {
  const [ada, grace] = await chat(signUp);
  await openMenu(grace, 'Coffee tomorrow?');
  // Firefox shows the focus in the window in front alone.
  await grace.page.bringToFront();
  await expect(menu(grace).getByRole('button', { name: 'Love' })).toBeFocused();
  const id = await ada.page.locator('[data-message]', { hasText: 'Coffee tomorrow?' }).getAttribute('data-message');
  await ada.calls('POST', `/api/messages/${id}/delete`, { for: 'both' });
  await expect(menu(grace).getByRole('button', { name: 'Love' })).toHaveCount(0);
  await expect(menu(grace).getByRole('button', { name: 'Delete for me' })).toBeFocused();
});

test('reactions lie over the edge of their message', async ({ signUp }) => {
  const [ada, grace] = await chat(signUp);
  for (const person of [ada, grace]) {
    await openMenu(person, 'Coffee tomorrow?');
    await menu(person).getByRole('button', { name: 'Thumbs up' }).click();
  }
  const pill = ada.page.getByText('Reactions: You: Thumbs up').locator('..');
  await expect(pill).toContainText('2');
  const isOnTop = () =>
    pill.evaluate((element) => {
      const { left, top, width } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + 3));
    });
  await expect.poll(isOnTop).toBe(true);
});

test('the menu does not cover its message, and neither does its question', async ({ signUp }) => {
  const [ada] = await chat(signUp);
  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await ada.page.setViewportSize({ width, height });
    await openMenu(ada, 'Coffee tomorrow?');
    const message = (await bubble(ada, 'Coffee tomorrow?').boundingBox())!;
    const isBeside = async (dialog: Locator) => {
      const { y, height: tall } = (await dialog.boundingBox())!;
      return y >= 0 && y + tall <= height && (y >= message.y + message.height || y + tall <= message.y);
    };
    await expect.poll(() => isBeside(menu(ada)), `menu, ${width} × ${height}`).toBe(true);
    await menu(ada).getByRole('button', { name: 'Delete for both' }).click();
    const question = ada.page.getByRole('dialog', { name: 'Delete for both?' });
    await expect.poll(() => isBeside(question), `question, ${width} × ${height}`).toBe(true);
    await ada.page.keyboard.press('Escape');
    await expect(question).toBeHidden();
  }
});

test('links are links that open a tab of their own, and the words stay as typed', async ({ signUp }) => {
  const [ada, grace] = await chat(signUp);
  await ada.says('Look: https://example.com/a_(b), or ada@example.com. شكرا');
  // Not the row of the chat, which has the same words.
  const log = grace.page.getByRole('log');
  const link = log.getByRole('link', { name: 'https://example.com/a_(b)' });
  await expect(link).toHaveAttribute('href', 'https://example.com/a_(b)');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(log.getByRole('link', { name: 'ada@example.com' })).toHaveAttribute('href', 'mailto:ada@example.com');
  await expect(grace.messages.last()).toHaveText('Ada: Look: https://example.com/a_(b), or ada@example.com. شكرا');
});

test('each message has the direction of its own words', async ({ signUp }) => {
  const [ada, grace] = await chat(signUp);
  await ada.says('مرحبا! (hello)');
  for (const person of [ada, grace]) {
    await expect(bubble(person, 'مرحبا')).toHaveCSS('direction', 'rtl');
    await expect(bubble(person, 'Coffee tomorrow?')).toHaveCSS('direction', 'ltr');
  }
});
