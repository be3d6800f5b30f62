import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { answerWith, PushService } from '#tests/support/push/push-service.ts';
import { startPushFriends, write } from '#tests/support/push/push-test-server.ts';

const server = await startPushFriends();
const { database, service, log, subscribe, newBrowser, expectTags, settled, stored, passTime, ada, grace } = server;

async function expectAttempts(attempts: number): Promise<void> {
  await settled();
  expect((await stored())[0]?.attempts).toBe(attempts);
}

/** In how many seconds the push is due. */
const dueIn = async () =>
  (await database.pool.query('select extract(epoch from due_at - now())::float8 as due from pushes')).rows[0].due;
const countDevices = async () => (await database.pool.query('select from push_devices')).rowCount;

describe('an ended subscription', () => {
  test.each([404, 410, 403])('(%i) is deleted and not tried again; other devices still get theirs', async (status) => {
    const gone = await subscribe(grace, `gone ${status}`);
    const tablet = await subscribe(await newBrowser(grace), `tablet ${status}`);
    service.answer = (response, { device }) => response.writeHead(device === gone.name ? status : 201).end();
    await ada.choose('Dark');
    await expectTags(tablet, `mood-${ada.uid}`);
    await write(ada, grace);
    await expectTags(tablet, `mood-${ada.uid}`, `chat-${ada.uid}`);
    expect([gone.tags().length, await countDevices()]).toEqual([1, 1]);
  });

  test('that was renewed while it ended keeps its device, and gets the push', async () => {
    const old = await subscribe(grace, 'old');
    const renewed = service.device('renewed');
    service.answer = async (response) => {
      service.answer = answerWith(201);
      await grace.put(`/api/users/${grace.uid}/push`, renewed.subscription);
      response.writeHead(410).end();
    };
    await ada.choose('Dark');
    await expectTags(renewed, `mood-${ada.uid}`);
    expect(old.tags()).toHaveLength(1);
  });
});

describe('a push that fails is sent again', () => {
  test.each([
    ...[429, 500, 503, 302, 401].map((status) => [`an answer of ${status}`, answerWith(status)] as const),
    ['Apple’s 403 about our token', answerWith(403, {}, '{"reason":"BadJwtToken"}')],
    ['a broken connection', (response: ServerResponse) => void response.socket?.destroy()],
  ] as const)('after %s', async (name, answer) => {
    if (name.includes('401')) server.expectError(`The push service ${service.host} is misconfigured: pushes wait`);
    const phone = await subscribe(grace, 'phone');
    service.answer = answer;
    await ada.choose('Dark');
    await settled();
    // At least once: where the service cannot say when, the next try can come at once.
    expect((await stored())[0]?.attempts).toBeGreaterThan(0);
    service.answer = answerWith(201);
    await passTime();
    await settled();
    expect(phone.tags().length).toBeGreaterThan(1);
    expect(await stored()).toEqual([{ cause: 'mood', isDue: false, isShown: true, attempts: 0 }]);
    if (name.includes('403')) expect(log.written()).toContain('it answered 403 BadJwtToken');
  });

  test('as late as the push service asks', async () => {
    await subscribe(grace, 'phone');
    service.answer = answerWith(429, { 'retry-after': '300' });
    await ada.choose('Dark');
    await expectAttempts(1);
    expect(await dueIn()).toBeGreaterThan(290);
    service.answer = answerWith(503, { 'retry-after': new Date(Date.now() + 600_000).toUTCString() });
    await passTime();
    await expectAttempts(2);
    expect(await dueIn()).toBeGreaterThan(590);
    service.answer = answerWith(503, { 'retry-after': '1000000' });
    await passTime();
    await expectAttempts(3);
    expect(await dueIn()).toBeLessThanOrEqual(900);
  });

  test.each([
    ['a call for support', '23 hours', 1],
    ['a call for support', '25 hours', 0],
    ['a message', '50 minutes', 1],
    ['a message', '70 minutes', 0],
    ['a call for support whose author is well again', '14 minutes', 1],
    ['a call for support whose author is well again', '16 minutes', 0],
  ])('%s after %s: %i', async (what, age, times) => {
    const phone = await subscribe(grace, 'phone');
    service.answer = answerWith(503);
    await (what === 'a message' ? write(ada, grace) : ada.choose('Dark'));
    await expectAttempts(1);
    if (what.endsWith('well again')) await ada.choose('Green');
    service.clear();
    await database.pool.query('update pushes set reason_at = reason_at - $1::interval', [age]);
    await passTime();
    await settled();
    expect([phone.tags().length, (await stored()).length]).toEqual([times, times]);
  });
});

test('an answer of 400 or 413 is our mistake: the push is given up, and logged once a minute, so that made-up endpoints do not fill the log', async () => {
  server.expectError('A push was refused and given up');
  const devices = [];
  for (const name of ['413', '400']) devices.push(await subscribe(await newBrowser(grace), name));
  service.answer = (response, { device }) => response.writeHead(Number(device)).end();
  for (let n = 0; n < 2; n += 1) {
    await write(ada, grace);
    await settled();
    expect(devices.map((device) => device.tags().length)).toEqual([n + 1, n + 1]);
    expect(await stored()).toEqual([]);
  }
  expect(await countDevices()).toBe(2);
  expect(log.lines.filter(({ msg }) => msg === 'A push was refused and given up')).toHaveLength(1);
});

test('a redirect is not followed', async () => {
  const elsewhere = await PushService.open();
  await subscribe(grace, 'phone');
  service.answer = answerWith(307, { location: `https://${elsewhere.host}/push` });
  await ada.choose('Dark');
  await expectAttempts(1);
  expect([elsewhere.received, elsewhere.strays]).toEqual([[], []]);
  await elsewhere.close();
});

test('an endless answer is cut off', async () => {
  const phone = await subscribe(grace, 'phone');
  service.answer = (response) => {
    response.writeHead(201);
    const sending = setInterval(() => response.write('x'.repeat(1_024)), 1);
    response.on('close', () => clearInterval(sending));
  };
  await ada.choose('Dark');
  await expectTags(phone, `mood-${ada.uid}`);
  expect(await stored()).toEqual([{ cause: 'mood', isDue: false, isShown: true, attempts: 0 }]);
});

test('no log line holds an endpoint, a key or a name', async () => {
  const { rows } = await database.pool.query('select private_key as key from vapid_keys');
  const written = log.written();
  expect(written).toContain('pushes');
  expect(written).not.toMatch(/\/push\/[0-9a-f]{24}/);
  expect(written).not.toContain(rows[0].key);
  expect(written).not.toMatch(/Grace|p256dh/);
});
