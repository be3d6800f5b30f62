import type { BrowserContextOptions } from '@playwright/test';
import { expect, PASSWORD, type Person } from '#tests/support/browser/journey.ts';
import { test } from '#tests/support/browser/push/push-journey.ts';
import { turnedOn } from '#tests/support/browser/push/turned-on.ts';

const WITH_WORKER: BrowserContextOptions = { serviceWorkers: 'allow' };

/** Neither a subscription nor the worker's call to renew one is left. */
async function expectNoSubscription({ page }: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('test-subscription'))).toBeNull();
  await expect.poll(() => page.evaluate(async () => (await caches.match('/push-call')) === undefined)).toBe(true);
}

test('a sign-out from another device ends the subscription of this browser', async ({ signUp, guest, pushService }) => {
  const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
  await turnedOn(ada, pushService);
  await ada.goesTo('/status');
  expect(await ada.page.evaluate(() => localStorage.getItem('test-subscription'))).not.toBeNull();
  const phone = (await guest()).context.request;
  const password = { email: ada.email, password: PASSWORD };
  expect((await phone.post('/api/identity/sign-in/email', { data: password })).ok()).toBe(true);
  expect((await phone.delete(`/api/users/${ada.uid}/devices`)).ok()).toBe(true);
  await expectNoSubscription(ada);
});

test('another person who signs in at this browser gets no subscription of the one before', async ({
  signUp,
  pushService,
}) => {
  const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
  const grace = await signUp('Grace', 'Hopper');
  const browser = await turnedOn(ada, pushService);
  expect(browser.subscribed).toHaveLength(1);
  // As after a sign-in in another tab. Until the page has checked the session, it asks for Ada's data.
  ada.allowError(/status of 404/);
  await ada.context.addCookies(await grace.context.cookies());
  await ada.goesTo('/status');
  await expect(ada.page.getByText('Hi Grace Hopper')).toBeVisible();
  await expectNoSubscription(ada);
  // Grace was not asked, so the server heard of no subscription of hers.
  expect(browser.subscribed).toHaveLength(1);
});
