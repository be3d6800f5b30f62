import { connected, expect, friends, test } from '#tests/support/browser/journey.ts';
import { PHONE, WIDE } from '#tests/support/browser/sizes.ts';

test('on a wide screen a list stands beside the chat; on a phone the way back leads to it', async ({ signUp }) => {
  const [ada, grace] = await friends(signUp, WIDE);
  const mei = await signUp('Mei', 'Tanaka');
  await connected(ada, mei);
  const { page } = ada;
  const circle = page.getByRole('list', { name: 'Your connections' });
  await page.bringToFront();
  await ada.goesTo('/circles');
  await expect(page.getByText('Hello, Ada Lovelace')).toBeVisible();
  await expect(page.getByText('Chats open here.')).toBeVisible();
  for (const friend of [grace, mei]) {
    await ada.rowOf(friend).click();
    await expect(page).toHaveURL(`/chat/${friend.uid}`);
    await expect(page.getByRole('heading', { level: 1, name: `Chat with ${friend.firstname}` })).toBeFocused();
    await expect(circle.locator('[aria-current]')).toContainText(friend.displayName);
    await expect(page.getByRole('heading', { level: 2, name: 'My Circle' })).toBeVisible();
    await expect(ada.messageBox).toBeVisible();
  }
  await page.reload();
  await expect(circle.getByRole('link')).toHaveCount(2);
  const place = page.getByRole('contentinfo').locator('a[aria-current]');
  await page.setViewportSize(PHONE.viewport);
  await expect(circle).toBeHidden();
  await expect(ada.messageBox).toBeInViewport();
  await expect(place).toHaveText('Circle');
  await page.getByRole('link', { name: 'Back to the circle' }).click();
  await expect(page).toHaveURL('/circles');
  await page.setViewportSize(WIDE.viewport);
  await ada.goesBy('Chats');
  const chats = page.getByRole('list', { name: 'Your chats' });
  await expect(chats).toBeVisible();
  await ada.rowOf(grace).click();
  await expect(chats.locator('[aria-current]')).toContainText('Grace Hopper');
  await expect(circle).toBeHidden();
  await page.setViewportSize(PHONE.viewport);
  await expect(chats).toBeHidden();
  await expect(place).toHaveText('Chats');
  await page.getByRole('link', { name: 'Back to all chats' }).click();
  await expect(chats).toBeVisible();
  await expect(ada.messageBox).toBeHidden();
});

test('at 1440 no screen stands in one narrow column', async ({ signUp }) => {
  const [ada, grace] = await friends(signUp, WIDE);
  const { page } = ada;
  for (const [address, word] of [
    ['/', 'How are you feeling right now?'],
    ['/status', 'How are you feeling right now?'],
    ['/cares', 'Grace Hopper'],
    ['/circles', 'Grace Hopper'],
    [`/chat/${grace.uid}`, 'You: Hey'],
    ['/connect', 'New Connection Search'],
    ['/settings', 'Who can find me'],
    ['/settings/you', 'Change my password'],
    ['/history', 'Keep or forget'],
    ['/message', 'Text message'],
    ['/help', 'All countries'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('main').getByText(word).first()).toBeVisible();
    const width = await page.getByRole('main').evaluate((main) => {
      const boxes = [...main.querySelectorAll('h1, h2, p, a, button, label, input, textarea, summary')]
        .filter((element) => element.checkVisibility({ opacityProperty: true }))
        .map((element) => element.getBoundingClientRect())
        .filter((box) => box.width > 2);
      return Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left));
    });
    expect(width, address).toBeGreaterThan(900);
  }
});
