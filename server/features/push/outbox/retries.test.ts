import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client, Member } from '#fixtures/client.ts';
import { newSession } from '#tests/support/people/new-session.ts';
import { answerWith, PushService } from '#tests/support/push/push-service.ts';
import { startPushTestServer, write } from '#tests/support/push/push-test-server.ts';

const server = await startPushTestServer();
const { database, service, log, signUp, subscribe, expectTags, settled, stored, passTime } = server;

let ada: Member;
let grace: Member;
beforeAll(async () => {
  ada = await signUp({ firstname: 'Ada' });
  grace = await signUp({ firstname: 'Grace' });
  await ada.connect(grace);
});
beforeEach(async () => {
  await ada.choose('Green');
  await database.pool.query('update messages set read = true');
});

async function expectAttempts(attempts: number): Promise<void> {
  await settled();
  expect((await stored())[0]?.attempts).toBe(attempts);
}

/** At least once: where the service cannot say when, the next try can come at once. */
async function expectTried(): Promise<void> {
  await settled();
  expect((await stored())[0]?.attempts).toBeGreaterThan(0);
}

/** In how many seconds the push is due. */
const dueIn = async () =>
  (await database.pool.query('select extract(epoch from due_at - now())::float8 as due from pushes')).rows[0].due;

describe('an ended subscription', () => {
  test.each([404, 410, 403])(
    '(%i) is deleted and never tried again; other devices still get theirs',
    async (status) => {
      const gone = await subscribe(grace, `gone ${status}`);
      const second: Client & { uid: string } = Object.assign((await newSession(server, grace)).client, {
        uid: grace.uid,
      });
      const tablet = await subscribe(second, `tablet ${status}`);
      service.answer = (response, { device }) => response.writeHead(device === gone.name ? status : 201).end();
      await ada.choose('Dark');
      await expectTags(tablet, `mood-${ada.uid}`);
      await write(ada, grace);
      await expectTags(tablet, `mood-${ada.uid}`, `chat-${ada.uid}`);
      expect(gone.tags()).toHaveLength(1);
      expect((await database.pool.query('select from push_devices')).rowCount).toBe(1);
    },
  );

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
  test.each([429, 500, 503, 302, 401])('after an answer of %i', async (status) => {
    if (status === 401) server.expectError(`The push service ${service.host} is misconfigured: pushes wait`);
    const phone = await subscribe(grace, 'phone');
    service.answer = answerWith(status);
    await ada.choose('Dark');
    await expectTried();
    service.answer = answerWith(201);
    await passTime();
    await settled();
    expect(phone.tags().length).toBeGreaterThan(1);
    expect(await stored()).toEqual([{ cause: 'mood', isDue: false, isShown: true, attempts: 0 }]);
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

  test('after a broken connection', async () => {
    const phone = await subscribe(grace, 'phone');
    service.answer = (response) => void response.socket?.destroy();
    await ada.choose('Dark');
    await expectTried();
    service.answer = answerWith(201);
    await passTime();
    await settled();
    expect(phone.tags().length).toBeGreaterThanOrEqual(2);
  });

  test.each([
    ['a call for support', 'mood', '23 hours', true],
    ['a call for support', 'mood', '25 hours', false],
    ['a message', 'message', '50 minutes', true],
    ['a message', 'message', '70 minutes', false],
  ] as const)('%s (%s) is still sent after %s: %j', async (_, cause, age, isSent) => {
    const phone = await subscribe(grace, 'phone');
    service.answer = answerWith(503);
    await (cause === 'mood' ? ada.choose('Dark') : write(ada, grace));
    await expectAttempts(1);
    service.clear();
    await database.pool.query('update pushes set reason_at = reason_at - $1::interval', [age]);
    await passTime();
    await settled();
    expect(phone.tags()).toHaveLength(isSent ? 1 : 0);
    expect(await stored()).toHaveLength(isSent ? 1 : 0);
  });

  test('a call that could not leave within a quarter of an hour is not sent when its author is well again', async () => {
    const phone = await subscribe(grace, 'phone');
    service.answer = answerWith(503);
    await ada.choose('Dark');
    await expectAttempts(1);
    await ada.choose('Green');
    service.clear();
    await database.pool.query(`update pushes set reason_at = reason_at - interval '16 minutes'`);
    await passTime();
    await settled();
    expect([phone.tags(), await stored()]).toEqual([[], []]);
  });
});

test.each([400, 413])('an answer of %i is our mistake: the push is given up and logged', async (status) => {
  server.expectError('A push was refused and given up');
  const phone = await subscribe(grace, 'phone');
  service.answer = answerWith(status);
  await write(ada, grace);
  await settled();
  expect(phone.tags()).toHaveLength(1);
  expect(await stored()).toEqual([]);
  expect((await database.pool.query('select from push_devices')).rowCount).toBe(1);
});

test('Apple’s 403 about our token ends no subscription', async () => {
  const phone = await subscribe(grace, 'phone');
  service.answer = answerWith(403, {}, '{"reason":"BadJwtToken"}');
  await ada.choose('Dark');
  await expectTried();
  service.answer = answerWith(201);
  await passTime();
  await settled();
  expect(phone.tags().length).toBeGreaterThan(1);
  expect(log.lines.filter(({ reason }) => reason === 'it answered 403 BadJwtToken')).not.toEqual([]);
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
