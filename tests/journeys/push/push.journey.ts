import type { PushDevice } from '#contract/push.ts';
import { connected, expect, PASSWORD, PATIENTLY, type Person } from '#tests/support/browser/journey.ts';
import { test } from '#tests/support/browser/push/push-journey.ts';
import { SubscribingBrowser, turnedOn } from '#tests/support/browser/push/subscribing-browser.ts';
import { PushedWorker, WITH_WORKER } from '#tests/support/browser/push/worker.ts';
import { answerWith } from '#tests/support/push/push-service.ts';

const QUESTION = 'Know when a friend needs you';

test.afterEach(({ pushService }) => pushService.clear());

/** What the server has of this browser. */
async function deviceOf({ context, uid }: Person): Promise<PushDevice | null> {
  const answer = await context.request.get(`/api/users/${uid}/push`);
  return (await answer.json()).device;
}

/** The subscription that this browser holds. */
function held({ page }: Person): Promise<{ endpoint: string; key: string } | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('test-subscription') ?? 'null'));
}

/** Neither a subscription nor the worker's call to renew one is left. */
async function expectNoSubscription(person: Person): Promise<void> {
  await expect.poll(() => held(person)).toBeNull();
  await expect
    .poll(() => person.page.evaluate(async () => (await caches.match('/push-call')) === undefined))
    .toBe(true);
}

test.describe('asking', () => {
  test('comes after the first connection, never on load, and a refusal is kept', async ({ signUp, pushService }) => {
    const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
    const grace = await signUp('Grace', 'Hopper');
    const browser = await SubscribingBrowser.open(ada, pushService);
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
    expect(browser.calls).toEqual([]);
    // Who refused may still change their mind.
    await ada.goesTo('/settings/news');
    await expect(ada.page.getByText(QUESTION)).toBeVisible();
  });

  test('a push service that never answers is said after ten seconds', async ({ signUp, pushService }) => {
    const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
    await SubscribingBrowser.open(ada, pushService, 'hang');
    await ada.page.clock.install();
    await ada.goesTo('/settings/news');
    await ada.page.getByRole('button', { name: 'Turn on' }).click();
    await expect(ada.page.getByRole('button', { name: 'Turn on' })).toBeDisabled();
    await ada.page.clock.fastForward(10_000);
    await expect(ada.page.getByRole('alert').getByText('did not answer')).toBeVisible(PATIENTLY);
    await expect(ada.page.getByRole('button', { name: 'Turn on' })).toBeEnabled();
    expect(await deviceOf(ada)).toBeNull();
  });
});

test('at an address without https the settings say why there are no notifications', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Reflect.deleteProperty(window, 'PushManager');
  });
  await ada.goesTo('/settings/news');
  await expect(ada.page.getByText('need a secure address, one that begins with https')).toBeVisible();
});

test('the settings change what this device is notified of, and test it', async ({ signUp, pushService }) => {
  const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
  const browser = await turnedOn(ada, pushService);
  await expect(ada.page.getByText('Notifications are on.')).toBeFocused();
  const part = ada.page.getByRole('region', { name: 'Notifications' });
  const radio = (name: string) => part.getByRole('radio', { name, exact: true });
  const device = async () => {
    const { about, showNames, showWords } = (await deviceOf(ada))!;
    return [about, showNames, showWords];
  };
  await expect(radio('All')).toBeChecked();
  await expect(radio('No name')).toBeChecked();
  await radio('Calls for support').click();
  await radio('The name and the words').click();
  await expect.poll(device).toEqual(['support', true, true]);
  await radio('The name').click();
  await radio('None').click();
  await expect.poll(device).toEqual(['none', true, false]);

  const test = ada.page.getByRole('button', { name: 'Send a test notification' });
  await test.click();
  await expect(ada.page.getByText('Sent. It should appear')).toBeVisible();
  expect(browser.devices[0]!.tags()).toEqual(['test']);
  pushService.answer = answerWith(503);
  await test.click();
  await expect(ada.page.getByText('The push service of this device does not take notifications now.')).toBeVisible();
});

test('at a start a subscription that is lost, old or of another key is renewed', async ({
  signUp,
  app,
  pushService,
}) => {
  const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
  const browser = await turnedOn(ada, pushService);
  const { key: old } = (await held(ada))!;
  await ada.page.evaluate(() => localStorage.removeItem('test-subscription'));
  await ada.goesTo('/status');
  await expect.poll(() => browser.subscribed.length).toBe(2);
  await app.sql('delete from push_devices where uid = $1', [ada.uid]);
  await ada.goesTo('/status');
  await expect.poll(() => browser.subscribed.length).toBe(3);
  expect(browser.subscribed[2]).toEqual(browser.subscribed[1]);
  expect((await deviceOf(ada))?.endpoint).toBe(browser.subscribed[2]!.endpoint);

  await ada.page.evaluate((uid) => localStorage.setItem(`push:${uid}`, `on ${Date.now() - 25 * 3_600_000}`), ada.uid);
  await ada.goesTo('/status');
  await expect.poll(() => browser.subscribed.length).toBe(4);
  const looked = browser.count('GET /push 200');
  await ada.goesTo('/status');
  await expect.poll(() => browser.count('GET /push 200')).toBeGreaterThan(looked);
  expect(browser.subscribed).toHaveLength(4);

  // A call that is cut off while the server stops would fail there.
  await expect(ada.page.locator('html[data-settled]')).toHaveCount(1);
  await ada.goesTo('about:blank');
  // As after a restore of a backup from before the key was made.
  await app.sql('delete from vapid_keys');
  await app.stop();
  await app.start();
  const [server] = await app.sql<{ key: string }>('select public_key as key from vapid_keys');
  expect(server!.key).not.toBe(old);
  await ada.goesTo('/status');
  await expect.poll(() => browser.subscribed.length).toBe(5);
  expect((await held(ada))?.key).toBe(server!.key);
  const [before, after] = browser.subscribed.slice(-2);
  expect(after!.endpoint).not.toBe(before!.endpoint);
  expect((await deviceOf(ada))?.endpoint).toBe(after!.endpoint);
});

test('a sign-out, also from another device, ends the subscription', async ({ signUp, guest, app, pushService }) => {
  const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
  const { page } = ada;
  const devices = () => app.sql('select from push_devices where uid = $1', [ada.uid]);
  await turnedOn(ada, pushService);
  expect(await held(ada)).not.toBeNull();
  await ada.signsOut();
  await expectNoSubscription(ada);
  expect(await page.evaluate((uid) => localStorage.getItem(`push:${uid}`), ada.uid)).toBeNull();
  expect(await devices()).toEqual([]);

  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Login');
  await page.getByRole('button', { name: 'your account' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'What reaches me' }).click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('group', { name: 'Notify me about' })).toBeVisible();
  expect(await held(ada)).not.toBeNull();
  const phone = await guest();
  await ada.signsInOn(phone);
  expect((await phone.context.request.delete(`/api/users/${ada.uid}/devices`)).ok()).toBe(true);
  await expectNoSubscription(ada);
  expect(await devices()).toEqual([]);
});

test('another person who signs in here gets no subscription of the one before', async ({ signUp, pushService }) => {
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
