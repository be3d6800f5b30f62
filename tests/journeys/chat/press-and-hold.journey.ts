import { waitForStillness } from '#tests/support/browser/chat/message-list.ts';
import { bubble, canOpenMenus, chat, menu } from '#tests/support/browser/chat/message-menu.ts';
import { expect, test } from '#tests/support/browser/journey.ts';

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
