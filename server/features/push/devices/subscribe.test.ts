import dns from 'node:dns';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Client } from '#fixtures/client.ts';
import { makeSubscriptionKeys } from '#fixtures/push/subscription-keys.ts';
import { en } from '#languages';
import { answerWith } from '#tests/support/push/push-service.ts';
import { startPushTestServer } from '#tests/support/push/push-test-server.ts';
import { someSubscription } from '#tests/support/push/subscription.ts';
import { listPushDevices, sendTestPush } from '../index.ts';

const server = await startPushTestServer({ rateLimits: true });
const { database, service, signUp, subscribe, newBrowser, forgetAttempts, insertAttempts } = server;

const [ada, grace] = [await signUp({ firstname: 'Ada' }), await signUp({ firstname: 'Grace' })];
afterEach(async () => {
  vi.restoreAllMocks();
  await forgetAttempts();
});

const put = (who: Client & { uid: string }, body: object) => who.put(`/api/users/${who.uid}/push`, body);
const get = async (who: Client & { uid: string }) => (await who.get(`/api/users/${who.uid}/push`)).body;
const at = (endpoint: string) => ({ endpoint, keys: makeSubscriptionKeys().keys });

test('a device subscribes, and changes what it wants', async () => {
  const { key, device } = await get(ada);
  expect(Buffer.from(key, 'base64url')).toHaveLength(65);
  expect(device).toBeNull();
  const { subscription } = service.device('phone');
  const defaults = { about: 'all', showNames: false, showWords: false };
  const subscribed = { endpoint: subscription.endpoint, ...defaults, reachedAt: null, isSilent: false };
  expect(await put(ada, subscription)).toMatchObject({ status: 200, body: subscribed });
  expect((await get(ada)).device).toEqual(subscribed);
  expect((await get(await newBrowser(ada))).device).toBeNull();
  const changed = await ada.patch(`/api/users/${ada.uid}/push`, { about: 'support', showNames: true });
  expect(changed.body).toEqual({ ...subscribed, about: 'support', showNames: true });
  // To renew keeps the choices.
  expect((await put(ada, subscription)).body).toEqual(changed.body);
  expect((await grace.patch(`/api/users/${grace.uid}/push`, { about: 'all' })).status).toBe(404);
});

test.each([{ about: 'none' }, { showNames: true }, { showWords: true }])('%j is changed alone', async (choice) => {
  const { body: before } = await put(ada, someSubscription());
  const { body: after } = await ada.patch(`/api/users/${ada.uid}/push`, choice);
  expect(after).toEqual({ ...before, ...choice });
});

test('all nodes and later starts have the same key', async () => {
  const { startOtherNode } = await import('#tests/support/servers/other-node.ts');
  const other = await startOtherNode(server);
  expect((await other.as(ada).get(`/api/users/${ada.uid}/push`)).body.key).toBe((await get(ada)).key);
  await other.stop();
});

test.each([
  'http://fcm.googleapis.com/fcm/send/x',
  'https://127.0.0.1/push',
  'https://[::1]/push',
  'https://2130706433/push',
  'https://localhost/push',
  'https://push.evil.example/push',
  'https://fcm.googleapis.com.evil.example/push',
  'https://fcm.googleapis.com./push',
  'https://fcm.googleapis.com:8443/push',
  'https://evilpush.apple.com/push',
  'https://.push.apple.com/push',
  'https://push.services.mozilla.com/push',
  'https://evil.example#.push.apple.com/push',
  'https://me:secret@fcm.googleapis.com/push',
  'https://evil.example/?.push.apple.com',
  '',
])('an endpoint that is no push service’s is refused: %s', async (endpoint) => {
  const lookup = vi.spyOn(dns, 'lookup');
  expect(await put(ada, at(endpoint))).toMatchObject({ status: 400, body: { error: { code: 'invalid' } } });
  expect(lookup).not.toHaveBeenCalled();
  expect((await database.pool.query('select from push_devices')).rowCount).toBe(0);
});

test.each([
  'https://fcm.googleapis.com/fcm/send/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://wns2-by3p.notify.windows.com/w/?token=x',
])('the push services of the browsers are known: %s', async (endpoint) => {
  expect((await put(ada, at(endpoint))).status).toBe(200);
});

test.each([
  ['a short point', { p256dh: 'BAAA' }],
  [
    'a point that is not on the curve',
    { p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url') },
  ],
  ['no base64', { p256dh: '🔑'.repeat(30) }],
  ['a short secret', { auth: 'AAAA' }],
  ['a long secret', { auth: Buffer.alloc(17).toString('base64url') }],
])('keys with %s are refused', async (_, keys) => {
  const { endpoint, keys: valid } = someSubscription();
  const { status, body } = await put(ada, { endpoint, keys: { ...valid, ...keys } });
  expect([status, body.error.message]).toEqual([400, en.requestCouldNotBeRead]);
});

test('an endpoint that is too long, or further fields, are refused', async () => {
  const { endpoint, keys } = someSubscription();
  expect((await put(ada, { endpoint: `${endpoint}/${'x'.repeat(1_000)}`, keys })).status).toBe(400);
  expect((await put(ada, { endpoint: `${endpoint}/${'ü'.repeat(500)}`, keys })).status).toBe(400);
  expect((await put(ada, { endpoint, keys, uid: grace.uid })).status).toBe(400);
});

test('a person has twenty devices at most: a further one replaces the one renewed longest ago', async () => {
  const browsers = await Promise.all(Array.from({ length: 22 }, () => newBrowser(ada)));
  const [first, ...others] = browsers;
  await put(first!, someSubscription());
  await database.pool.query(`update push_devices set renewed_at = now() - interval '1 day'`);
  await Promise.all(others.map((browser) => put(browser, someSubscription())));
  expect(await listPushDevices(server.moodring.context, ada.uid)).toHaveLength(20);
  expect((await get(first!)).device).toBeNull();
});

test('a browser in which a person signs in again keeps what it had set; one of another person notifies that person only', async () => {
  const { subscription } = service.device('shared');
  const set = { about: 'support', showNames: true };
  await put(ada, subscription);
  await ada.patch(`/api/users/${ada.uid}/push`, set);
  const again = await newBrowser(ada);
  expect((await put(again, subscription)).body).toMatchObject(set);
  expect((await put(grace, subscription)).body).toMatchObject({ about: 'all', showNames: false });
  for (const browser of [ada, again]) expect((await get(browser)).device).toBeNull();
  expect((await database.pool.query('select from push_devices')).rowCount).toBe(1);
});

test('who knows an endpoint without its keys, as from an export, takes it from nobody', async () => {
  const { subscription } = service.device('phone');
  await put(ada, subscription);
  const { body } = await ada.get(`/api/users/${ada.uid}/export`);
  expect((await put(grace, at(body.pushDevices[0].endpoint))).status).toBe(400);
  expect((await get(ada)).device).toMatchObject({ endpoint: subscription.endpoint });
});

test('when two people take one endpoint at the same moment, one has it; each other’s, both have one', async () => {
  const bothTake = async (adas: object, graces: object) => {
    const answers = await Promise.all([put(ada, adas), put(grace, graces)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await forgetAttempts();
  };
  for (let race = 0; race < 10; race++) {
    const subscription = someSubscription();
    await bothTake(subscription, subscription);
    const { rowCount } = await database.pool.query('select from push_devices where endpoint = $1', [
      subscription.endpoint,
    ]);
    expect(rowCount).toBe(1);
  }
  const [one, other] = [someSubscription(), someSubscription()];
  for (let race = 0; race < 20; race++) await (race % 2 ? bothTake(one, other) : bothTake(other, one));
  expect(await Promise.all([get(ada), get(grace)])).toMatchObject(
    [one, other].map(({ endpoint }) => ({ device: { endpoint } })),
  );
});

test('a session that ends while it subscribes leaves no device', async () => {
  for (let race = 0; race < 10; race++) {
    const browser = await newBrowser(ada);
    const [answer] = await Promise.all([put(browser, someSubscription()), browser.post('/api/identity/sign-out')]);
    expect([200, 401]).toContain(answer.status);
    const { rowCount } = await database.pool.query(
      'select from push_devices d where not exists (select from sessions s where s.id = d.session_id)',
    );
    expect(rowCount).toBe(0);
  }
  expect((await database.pool.query('select from push_devices')).rowCount).toBe(0);
});

test('to renew a subscription is not counted', async () => {
  const known = someSubscription();
  await put(ada, known);
  await forgetAttempts();
  await insertAttempts({ what: 'subscribe to pushes', whom: ada.uid, times: 30, ago: '1 hour' });
  expect((await put(ada, someSubscription())).status).toBe(429);
  expect((await put(ada, known)).status).toBe(200);
});

describe('a test push', () => {
  const send = async () => (await ada.post(`/api/users/${ada.uid}/push/test`)).body;

  test('arrives at this device only', async () => {
    const phone = await subscribe(ada, 'phone');
    const tablet = await subscribe(await newBrowser(ada), 'tablet');
    expect(await send()).toEqual({ sent: true, reason: null });
    expect([phone.tags(), tablet.tags()]).toEqual([['test'], []]);
  });

  test('says why it did not arrive', async () => {
    expect(await send()).toEqual({ sent: false, reason: 'This device gets no notifications yet.' });
    await subscribe(ada, 'phone');
    service.answer = answerWith(503);
    expect(await send()).toEqual({ sent: false, reason: expect.stringContaining('does not take notifications now') });
    service.answer = answerWith(410);
    expect(await send()).toEqual({ sent: false, reason: expect.stringContaining('turn notifications on again') });
    expect((await get(ada)).device).toBeNull();
  });

  test('of the operator goes to all devices of a person', async () => {
    const phone = await subscribe(ada, 'phone');
    const tablet = await subscribe(await newBrowser(ada), 'tablet');
    const { pool, config } = server.moodring.context;
    const sent = { service: service.host, sent: true, reason: null, detail: null };
    expect(await sendTestPush({ pool, config }, ada.uid)).toEqual([sent, sent]);
    expect([phone.tags(), tablet.tags()]).toEqual([['test'], ['test']]);
    expect(await sendTestPush({ pool, config }, grace.uid)).toEqual([]);
  });
});
