import type { Page } from '@playwright/test';
import { connected, expect } from '#tests/support/browser/journey.ts';
import { fakePermission } from '#tests/support/browser/push/fake-permission.ts';
import { test } from '#tests/support/browser/push/push-journey.ts';
import { SubscribingBrowser } from '#tests/support/browser/push/subscribing-browser.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Your first steps' });
const step = (page: Page, name: string) => card(page).getByRole('heading', { name, exact: true });

test('a step that is done says so, and the focus goes there', async ({ signUp, pushService }) => {
  const ada = await signUp('Ada', 'Lovelace', { phonenumber: '', serviceWorkers: 'allow' });
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
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

test('a person who has refused notifications is not asked again by the steps', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await fakePermission(ada.context, 'granted');
  await ada.goesTo('/status');
  await expect(step(ada.page, 'Turn on notifications')).toBeVisible();
  await ada.goesTo('/circles');
  await ada.page.getByRole('button', { name: 'Not now' }).click();
  await ada.goesTo('/status');
  await expect(step(ada.page, 'Confirm your phone')).toBeVisible();
  await expect(step(ada.page, 'Turn on notifications')).toBeHidden();
});

test('a number that texts cannot reach is a step, which leads to the settings', async ({ signUp }) => {
  const { page } = await signUp('Ada', 'Lovelace', { phonenumber: 'hello' });
  await page.goto('/status');
  await expect(step(page, 'Check your phone number')).toBeVisible();
  await expect(card(page)).toContainText('Texts cannot reach “hello”, not even when a friend needs support.');
  await card(page).getByRole('link', { name: 'Correct it in Settings' }).click();
  await page.getByLabel('Phone number', { exact: true }).fill('+14155550143');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  await expect(step(page, 'Confirm your phone')).toBeVisible();
  await expect(step(page, 'Check your phone number')).toBeHidden();
});

test('the card offers to install the app where the browser can', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await fakePermission(ada.context, 'granted');
  await ada.goesTo('/status');
  await expect(step(ada.page, 'Turn on notifications')).toBeVisible();
  await expect(card(ada.page).getByRole('button', { name: 'Install Moodring' })).toBeHidden();
  await ada.page.evaluate(() => {
    const prompt = async () => ({ outcome: 'accepted' });
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });
  await card(ada.page).getByRole('button', { name: 'Install Moodring' }).click();
  await expect(card(ada.page).getByText('Moodring is on its way to your home screen.')).toBeFocused();
});

test('the steps wait while their person asks for support', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.goesTo('/status');
  await expect(card(ada.page)).toBeVisible();
  await ada.picks('Dark');
  await expect(card(ada.page)).toBeHidden();
  await ada.picks('Yellow');
  await expect(card(ada.page)).toBeVisible();
});
