import type { Locator } from '@playwright/test';
import { waitForStillness } from '#tests/support/browser/chat/message-list.ts';
import { bubble, canOpenMenus, chat, menu, openMenu } from '#tests/support/browser/chat/message-menu.ts';
import { expect, test } from '#tests/support/browser/journey.ts';

test('reactions and a reply appear there; the quote leads back', {
  tag: ['@core', '@firefox'],
}, async ({ signUp }) => {
  const [ada, grace] = await chat(signUp);
  await openMenu(grace, 'Coffee tomorrow?');
  await menu(grace).getByRole('button', { name: 'Thumbs up' }).click();
  await expect(menu(grace)).toBeHidden();
  await expect(ada.page.getByText('Reactions: Grace: Thumbs up')).toBeAttached();
  await expect(grace.page.getByText('Reactions: You: Thumbs up')).toBeAttached();
  await openMenu(ada, 'Coffee tomorrow?');
  await menu(ada).getByRole('button', { name: 'Thumbs up' }).click();
  // They lie over the edge of their message.
  const pill = ada.page.getByText(/^Reactions: .*You: Thumbs up/).locator('..');
  await expect(pill).toContainText('2');
  const isOnTop = () =>
    pill.evaluate((element) => {
      const { left, top, width } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + 3));
    });
  await expect.poll(isOnTop).toBe(true);

  // Firefox shows the focus in the window in front alone.
  await grace.page.bringToFront();
  await openMenu(grace, 'Coffee tomorrow?');
  await menu(grace).getByRole('button', { name: 'Reply' }).click();
  await expect(grace.messageBox).toBeFocused();
  await grace.messageBox.fill('Yes!');
  // Escape takes the reply back, and leaves the words.
  const answered = grace.page.getByRole('button', { name: 'Don’t answer this message' });
  await expect(answered).toBeVisible();
  await grace.messageBox.press('Escape');
  await expect(answered).toBeHidden();
  await expect(grace.messageBox).toHaveValue('Yes!');
  await expect(grace.messageBox).toBeFocused();
  await openMenu(grace, 'Coffee tomorrow?');
  await menu(grace).getByRole('button', { name: 'Reply' }).click();
  await grace.says('Yes!');
  await ada.page.bringToFront();
  const answer = ada.page.locator('[data-bubble]', { hasText: 'Grace: Yes!' });
  await answer.getByRole('button', { name: /Answer to.*Coffee tomorrow/ }).click();
  await expect(ada.page.locator('[data-message]:focus')).toContainText('Coffee tomorrow?');
});

test('words deleted for both leave both screens, their quotes and open menus', {
  tag: '@core',
}, async ({ signUp }) => {
  const [ada, grace] = await chat(signUp);
  await openMenu(grace, 'Coffee tomorrow?');
  await expect(menu(grace).getByRole('button', { name: 'Delete for both' })).toBeHidden();
  await menu(grace).getByRole('button', { name: 'Reply' }).click();
  await grace.says('Yes!');
  await expect(bubble(ada, 'Yes!')).toBeVisible();
  await openMenu(grace, 'Coffee tomorrow?');
  await expect(menu(grace).getByRole('button', { name: 'Love' })).toBeFocused();

  await openMenu(ada, 'Coffee tomorrow?');
  await menu(ada).getByRole('button', { name: 'Delete for both' }).click();
  const question = ada.page.getByRole('dialog', { name: 'Delete for both?' });
  await question.getByRole('button', { name: 'Delete for both' }).click();
  await expect(menu(grace).getByRole('button', { name: 'Love' })).toHaveCount(0);
  await expect(menu(grace).getByRole('button', { name: 'Delete for me' })).toBeFocused();
  for (const person of [ada, grace]) {
    await expect(person.page.getByRole('log').getByText('Coffee tomorrow?')).toHaveCount(0);
    await expect(person.page.getByRole('log').getByText('Message deleted')).toHaveCount(2);
  }
});

test('the keyboard reaches messages and menus, and the focus is not lost', {
  tag: '@firefox',
}, async ({ signUp }) => {
  const [ada, grace] = await chat(signUp);
  const { page } = grace;
  // Firefox shows the focus in the window in front alone.
  await page.bringToFront();
  await openMenu(grace, 'Coffee tomorrow?');
  await page.keyboard.press('Escape');
  await page.getByRole('log').focus();
  await page.keyboard.press('ArrowUp');
  const focused = page.locator('[data-message]:focus');
  await expect(focused).toContainText('Coffee tomorrow?');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toContainText('how are you doing today?');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(menu(grace).getByRole('button', { name: 'Love' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu(grace).getByRole('button', { name: 'Thumbs up' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(focused).toContainText('Coffee tomorrow?');

  const question = page.getByRole('dialog', { name: 'Delete for me?' });
  for (const answer of ['Keep it', 'Delete for me']) {
    await expect(bubble(grace, 'Coffee tomorrow?')).toBeVisible();
    await page.keyboard.press('Shift+F10');
    await menu(grace).getByRole('button', { name: 'Delete for me' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Delete for me?' })).toBeFocused();
    await expect(question).toContainText('Ada still sees it.');
    await question.getByRole('button', { name: answer }).press('Enter');
    await expect(question).toBeHidden();
  }
  await expect(bubble(grace, 'Coffee tomorrow?')).toHaveCount(0);
  await expect(page.getByRole('log')).toBeFocused();
  await ada.says('Still there');
  await expect(bubble(grace, 'Still there')).toBeVisible();
  await expect(bubble(ada, 'Coffee tomorrow?')).toBeVisible();
});

/** Runs in the page. */
function beginsRightOfItsEnd({ lastChild }: Element): boolean {
  const words = lastChild as Text;
  const leftOf = (place: number) => {
    const character = document.createRange();
    character.setStart(words, place);
    character.setEnd(words, place + 1);
    return character.getBoundingClientRect().left;
  };
  return leftOf(0) > leftOf(words.length - 1);
}

test('links open a tab, words have their direction, and a menu covers no message', async ({ signUp }) => {
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

  await ada.says('مرحبا! (hello)');
  for (const person of [ada, grace]) {
    await expect.poll(() => bubble(person, 'مرحبا').evaluate(beginsRightOfItsEnd)).toBe(true);
    expect(await bubble(person, 'Coffee tomorrow?').evaluate(beginsRightOfItsEnd)).toBe(false);
  }

  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await ada.page.setViewportSize({ width, height });
    const all = ada.page.locator('[data-bubble]');
    const own = all.filter({ hasText: 'Coffee tomorrow?' });
    await expect(own).toHaveCSS('outline-style', 'none');
    await openMenu(ada, 'Coffee tomorrow?');
    await expect(own).toHaveCSS('outline-style', 'solid');
    // A phone has room beside the message itself alone.
    const spared = width < 768 ? own : all;
    const coveredBy = async (dialog: Locator) => {
      await expect(dialog).toBeInViewport({ ratio: 1 });
      return spared.evaluateAll(
        (bubbles, box) => {
          const isCovered = ({ left, top, right, bottom }: DOMRect) =>
            left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y;
          return bubbles.filter((each) => isCovered(each.getBoundingClientRect())).map((each) => each.textContent);
        },
        (await dialog.boundingBox())!,
      );
    };
    await expect.poll(() => coveredBy(menu(ada)), `menu, ${width} × ${height}`).toEqual([]);
    await menu(ada).getByRole('button', { name: 'Delete for both' }).click();
    const question = ada.page.getByRole('dialog', { name: 'Delete for both?' });
    await expect.poll(() => coveredBy(question), `question, ${width} × ${height}`).toEqual([]);
    await ada.page.keyboard.press('Escape');
    await expect(question).toBeHidden();
  }
});

// Not in Firefox: only Chromium can be sent touches.
test('a finger that presses and holds opens the menu, which stays open when it lifts', async ({ signUp }) => {
  const touch = { hasTouch: true, viewport: { width: 390, height: 844 } };
  const [ada] = await chat(signUp, touch);
  await ada.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const touches = await ada.page.context().newCDPSession(ada.page);
  await canOpenMenus(ada);
  // A list that scrolls would end the press.
  await waitForStillness(ada.page.getByRole('log'));
  const { x, y } = (await bubble(ada, 'Coffee tomorrow?').boundingBox())!;
  const touchPoints = [{ x: x + 30, y: y + 15 }];
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(menu(ada)).toBeVisible();
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await menu(ada).getByRole('button', { name: 'Copy' }).tap();
  await expect(menu(ada)).toBeHidden();
  expect(await ada.page.evaluate(() => navigator.clipboard.readText())).toBe('Coffee tomorrow?');
});
