import type { BrowserContextOptions } from '@playwright/test';
import type { SeenMood } from '#contract/inputs.ts';
import { connected, expect, test } from '#tests/support/browser/journey.ts';
import { fakePermission, fakeSubscription } from '#tests/support/browser/push/fake-subscription.ts';
import { newServerKey, PushCalls } from '#tests/support/browser/push/push-calls.ts';
import { turnedOn, withPush } from '#tests/support/browser/push/turned-on.ts';
import { PushedWorker } from '#tests/support/browser/push/worker.ts';

const WITH_WORKER: BrowserContextOptions = { serviceWorkers: 'allow' };
const QUESTION = 'Get told when a friend needs support?';

test.describe('asking', () => {
  test('comes after the first connection, never on load, and a refusal is kept', async ({ signUp }) => {
    const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
    const grace = await signUp('Grace', 'Hopper');
    const calls = await withPush(ada);
    await ada.context.addInitScript(() => {
      const ask = Notification.requestPermission;
      Object.assign(window, { wasAsked: false });
      Notification.requestPermission = () => {
        Object.assign(window, { wasAsked: true });
        return ask.call(Notification);
      };
    });
    const wasAsked = () => ada.page.evaluate(() => (window as unknown as { wasAsked: boolean }).wasAsked);
    await ada.goesTo('/circles');
    await PushedWorker.of(ada.page);
    await expect(ada.page.getByText('Nobody here yet')).toBeVisible();
    await expect(ada.page.getByText(QUESTION)).toBeHidden();
    await connected(grace, ada);
    await expect(ada.page.getByRole('heading', { name: QUESTION })).toBeVisible();
    expect(await wasAsked()).toBe(false);
    await ada.page.getByRole('button', { name: 'Not now' }).click();
    await expect(ada.page.getByText(QUESTION)).toBeHidden();
    await expect(ada.page.getByRole('heading', { name: 'My Circle' })).toBeFocused();
    await ada.page.reload();
    await PushedWorker.of(ada.page);
    await expect(ada.rowOf(grace)).toBeVisible();
    await expect(ada.page.getByText(QUESTION)).toBeHidden();
    expect(await wasAsked()).toBe(false);
    expect(calls.made).toEqual([]);
    // Who refused may still change their mind.
    await ada.goesTo('/settings');
    await expect(ada.page.getByText(QUESTION)).toBeVisible();
  });

  test('turned on, the server gets the subscription to its own key, and the card does not come back', async ({
    signUp,
  }) => {
    const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
    const grace = await signUp('Grace', 'Hopper');
    await connected(grace, ada);
    const calls = await withPush(ada);
    await ada.goesTo('/circles');
    await ada.page.getByRole('button', { name: 'Turn on' }).click();
    await expect(ada.page.getByText('Notifications are on.')).toBeFocused();
    expect(calls.subscriptions).toHaveLength(1);
    expect(await ada.page.evaluate(() => JSON.parse(localStorage.getItem('test-subscription')!).key)).toBe(calls.key);
    await ada.page.reload();
    await expect(ada.rowOf(grace)).toBeVisible();
    await expect.poll(() => calls.made.filter((made) => made === 'GET /push').length).toBe(2);
    await expect(ada.page.getByText(QUESTION)).toBeHidden();
    // Renewed at most daily.
    expect(calls.subscriptions).toHaveLength(1);
  });

  test('when the browser’s push service never answers, the person reads so after ten seconds', async ({ signUp }) => {
    const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
    await fakePermission(ada.context, 'granted');
    await fakeSubscription(ada.context, 'hang');
    await PushCalls.open(ada.context);
    await ada.goesTo('/settings');
    await ada.page.getByRole('button', { name: 'Turn on' }).click();
    await expect(ada.page.getByRole('alert').getByText('did not answer')).toBeVisible({ timeout: 20_000 });
    await expect(ada.page.getByRole('button', { name: 'Turn on' })).toBeEnabled();
  });

  test('a browser that blocks notifications gets the way back explained', async ({ signUp }) => {
    const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
    const calls = await withPush(ada, 'denied');
    await ada.goesTo('/settings');
    await ada.page.getByRole('button', { name: 'Turn on' }).click();
    await expect(ada.page.getByText('blocks notifications from Moodring')).toBeVisible();
    await expect(ada.page.getByRole('button', { name: 'Turn on' })).toBeHidden();
    await ada.page.reload();
    await expect(ada.page.getByText('choose Allow for notifications')).toBeVisible();
    await expect(ada.page.getByRole('button', { name: 'Turn on' })).toBeHidden();
    expect(calls.made).toEqual([]);
  });
});

test('at an address without https the settings say why there are no notifications', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Reflect.deleteProperty(window, 'PushManager');
  });
  await ada.goesTo('/settings');
  await expect(ada.page.getByText('only at a secure address, one that begins with https')).toBeVisible();
});

test('the settings change what this device is notified of, test it, and turn it off', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
  const calls = await withPush(ada);
  await ada.goesTo('/settings');
  await ada.page.getByRole('button', { name: 'Turn on' }).click();
  await expect(ada.page.getByText('Notifications are on.')).toBeFocused();
  const named = (name: string) => ada.page.getByRole('switch', { name, exact: true });
  await expect(named('When a friend needs support')).toBeChecked();
  await named('When someone writes to me').click();
  await expect.poll(() => calls.device?.messages).toBe(false);

  await expect(named('Show names')).not.toBeChecked();
  await expect(named('Show words')).toBeHidden();
  await named('Show names').click();
  await named('Show words').click();
  await expect.poll(() => [calls.device?.showNames, calls.device?.showWords]).toEqual([true, true]);
  await named('Show names').click();
  await expect.poll(() => [calls.device?.showNames, calls.device?.showWords]).toEqual([false, false]);
  await expect(named('Show words')).toBeHidden();

  const test = ada.page.getByRole('button', { name: 'Send a test notification' });
  await test.click();
  await expect(ada.page.getByText('Sent. It should appear')).toBeVisible();
  calls.testReason = 'The push service did not take it.';
  await test.click();
  await expect(ada.page.getByText(calls.testReason)).toBeVisible();

  await ada.page.getByRole('button', { name: 'Turn off' }).click();
  await expect(ada.page.getByText(QUESTION)).toBeFocused();
  expect(calls.device).toBeNull();
  expect(await ada.page.evaluate(() => localStorage.getItem('test-subscription'))).toBeNull();
});

test.describe('at a start', () => {
  test('a subscription to another key of the server is replaced', async ({ signUp }) => {
    const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
    const calls = await turnedOn(ada);
    calls.key = newServerKey();
    await ada.goesTo('/status');
    await expect.poll(() => calls.subscriptions.length).toBe(2);
    expect(await ada.page.evaluate(() => JSON.parse(localStorage.getItem('test-subscription')!).key)).toBe(calls.key);
    expect(calls.subscriptions[1]!.endpoint).not.toBe(calls.subscriptions[0]!.endpoint);
  });

  test('a subscription that the browser dropped, or the server forgot, is made again', async ({ signUp }) => {
    const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
    const calls = await turnedOn(ada);
    await ada.page.evaluate(() => localStorage.removeItem('test-subscription'));
    await ada.goesTo('/status');
    await expect.poll(() => calls.subscriptions.length).toBe(2);
    calls.device = null;
    await ada.goesTo('/status');
    await expect.poll(() => calls.subscriptions.length).toBe(3);
    expect(calls.subscriptions[2]).toEqual(calls.subscriptions[1]);
  });

  test('a subscription is renewed once it is a day old', async ({ signUp }) => {
    const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
    const calls = await turnedOn(ada);
    await ada.page.evaluate((uid) => localStorage.setItem(`push:${uid}`, `on ${Date.now() - 25 * 3_600_000}`), ada.uid);
    await ada.goesTo('/status');
    await expect.poll(() => calls.subscriptions.length).toBe(2);
    await ada.goesTo('/status');
    await expect.poll(() => calls.made.filter((made) => made === 'GET /push').length).toBeGreaterThanOrEqual(4);
    expect(calls.subscriptions).toHaveLength(2);
  });

  test('signing out ends the subscription of this browser', async ({ signUp }) => {
    const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
    await turnedOn(ada);
    await ada.goesTo('/status');
    await ada.signsOut();
    await expect.poll(() => ada.page.evaluate(() => localStorage.getItem('test-subscription'))).toBeNull();
    await expect.poll(() => ada.page.evaluate(async () => (await caches.match('/push-call')) === undefined)).toBe(true);
    expect(await ada.page.evaluate((uid) => localStorage.getItem(`push:${uid}`), ada.uid)).toBeNull();
  });
});

test('the visible chat tells the server that it shows a call for support, and each one once', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
  const grace = await signUp('Grace', 'Hopper');
  await connected(grace, ada);
  const seen: SeenMood[] = [];
  ada.page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const { type, ...frame } = JSON.parse(String(payload));
      if (type === 'seen') seen.push(frame);
    });
  });
  const chooses = (mood: string) => grace.calls('PUT', `/api/users/${grace.uid}/info/mood`, { mood });
  const { chosenAt: first } = (await chooses('Dark')) as { chosenAt: number };
  await ada.goesTo('/circles');
  await expect(ada.page.getByText('Check In?')).toBeVisible();
  expect(seen).toEqual([]);
  await ada.rowOf(grace).click();
  await expect.poll(() => seen).toEqual([{ uid: grace.uid, chosenAt: first }]);
  await chooses('Green');
  await expect(ada.page.getByText('Grace is feeling good.')).toBeVisible();
  const { chosenAt: second } = (await chooses('Purple')) as { chosenAt: number };
  await expect.poll(() => seen.map(({ chosenAt }) => chosenAt)).toEqual([first, second]);
});
