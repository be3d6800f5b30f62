import type { Page } from '@playwright/test';
import { connected, expect, friends, PASSWORD } from '#tests/support/browser/journey.ts';
import { fakePermission } from '#tests/support/browser/push/fake-permission.ts';
import { test } from '#tests/support/browser/push/push-journey.ts';
import { SubscribingBrowser } from '#tests/support/browser/push/subscribing-browser.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Your first steps' });
const step = (page: Page, name: string) => card(page).getByRole('heading', { name, exact: true });

test('a step that is done says so, and the focus goes there', async ({ signUp, pushService }) => {
  const [ada] = await friends(signUp, { phonenumber: '', serviceWorkers: 'allow' });
  await SubscribingBrowser.open(ada, pushService);
  await ada.goesTo('/status');
  await expect(step(ada.page, 'Invite a friend')).toBeHidden();
  await card(ada.page).getByRole('button', { name: 'Turn on' }).click();
  const done = card(ada.page).getByText('Done: Turn on notifications. That was the last one.');
  await expect(done).toBeFocused();
  await ada.page.reload();
  await expect(ada.page.getByText('How are you feeling right now?')).toBeVisible();
  await expect(card(ada.page)).toBeHidden();
});

test('the card has the steps that are left, and goes for good when it is hidden', async ({ signUp, guest }) => {
  const ada = await signUp('Ada', 'Lovelace', { phonenumber: 'hello' });
  const grace = await signUp('Grace', 'Hopper');
  const { page } = ada;
  await fakePermission(ada.context, 'granted');
  await page.goto('/');
  await expect(step(page, 'Invite a friend')).toBeVisible();
  await ada.goesBy('Status');
  await expect(step(page, 'Invite a friend')).toBeVisible();
  await connected(ada, grace);
  await expect(step(page, 'Invite a friend')).toBeHidden();

  // Where the browser can, the card offers to install the app.
  await expect(step(page, 'Turn on notifications')).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Install Moodring' })).toBeHidden();
  const isShownByChrome = await page.evaluate(() => {
    const prompt = async () => ({ outcome: 'accepted' });
    return window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });
  expect(isShownByChrome).toBe(false);
  await card(page).getByRole('button', { name: 'Install Moodring' }).click();
  await expect(card(page).getByText('Moodring is on its way to your home screen.')).toBeFocused();

  await expect(step(page, 'Check your phone number')).toBeVisible();
  await expect(card(page)).toContainText('Texts cannot reach “hello”, not even when a friend needs support.');
  await card(page).getByRole('link', { name: 'Correct it in Settings' }).click();
  await page.getByLabel('Phone number', { exact: true }).fill('+14155550143');
  await page.getByLabel('Your password, to change your phone').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  // Notifications that the person refuses elsewhere are no step any more.
  await ada.goesBy('Circle');
  await page.getByRole('button', { name: 'Not now' }).click();
  await ada.goesBy('Status');
  await expect(step(page, 'Confirm your phone')).toBeVisible();
  await expect(step(page, 'Check your phone number')).toBeHidden();
  await expect(step(page, 'Turn on notifications')).toBeHidden();

  // The steps wait while their person asks for support.
  await ada.picks('Dark');
  await expect(card(page)).toBeHidden();
  await ada.picks('Yellow');
  await expect(card(page)).toBeVisible();

  await card(page).getByRole('button', { name: 'Hide these steps' }).click();
  await expect(card(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const other = await guest();
  await other.context.addCookies(await ada.context.cookies());
  const settings = other.page.waitForResponse(/\/settings$/);
  await other.goesTo('/status');
  await settings;
  await expect(other.page.getByText('How are you feeling right now?')).toBeVisible();
  await expect(card(other.page)).toBeHidden();
});
