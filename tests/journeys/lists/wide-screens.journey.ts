import { connected, expect, friends, test } from '#tests/support/browser/journey.ts';

const WIDE = { viewport: { width: 1440, height: 900 } };

test('on a wide screen the circle and the chats stand beside the open chat, on a narrow one there is one of them', async ({
  signUp,
}) => {
  const ada = await signUp('Ada', 'Lovelace', WIDE);
  const [grace, mei] = [await signUp('Grace', 'Hopper'), await signUp('Mei', 'Tanaka')];
  for (const friend of [grace, mei]) await connected(ada, friend);
  const { page } = ada;
  const circle = page.getByRole('list', { name: 'Your connections' });
  await page.bringToFront();
  await ada.goesTo('/circles');
  await expect(page.getByText('Hello, Ada Lovelace')).toBeVisible();
  await expect(page.getByText('Choose a chat to read and write here.')).toBeVisible();
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
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(circle).toBeHidden();
  await expect(ada.messageBox).toBeInViewport();
  await page.setViewportSize(WIDE.viewport);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Chats' }).click();
  await ada.rowOf(grace).click();
  const chats = page.getByRole('list', { name: 'Your chats' });
  await expect(chats.locator('[aria-current]')).toContainText('Grace Hopper');
  await expect(circle).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(chats).toBeHidden();
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
    ['/settings', 'Being found'],
    ['/history', 'Keep or forget'],
    ['/message', 'Text message'],
    ['/help', 'Afghanistan'],
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
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      address,
    ).toBeLessThanOrEqual(0);
  }
});

test('the parts of the settings stay in view beside them', async ({ signUp }) => {
  const { page } = await signUp('Ada', 'Lovelace', WIDE);
  await page.goto('/settings');
  await expect(page.getByText('Your devices')).toBeVisible();
  const parts = page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link');
  await parts.last().click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeInViewport();
  await expect(parts.first()).toBeInViewport();
});

test('on a phone the way back from a chat leads to the list from which it was opened', async ({ signUp }) => {
  const [ada, grace] = await friends(signUp, { viewport: { width: 390, height: 844 } });
  const footer = ada.page.getByRole('contentinfo');
  for (const [address, list, back] of [
    ['/circles', 'Circle', 'Back to the circle'],
    ['/cares', 'Chats', 'Back to all chats'],
  ] as const) {
    await ada.goesTo(address);
    await ada.rowOf(grace).click();
    await expect(ada.messageBox).toBeVisible();
    await expect(footer.locator('a[aria-current]')).toHaveText(list);
    await ada.page.getByRole('link', { name: back }).click();
    await expect(ada.page).toHaveURL(address);
  }
});
