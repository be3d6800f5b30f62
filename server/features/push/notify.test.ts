import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { newSession } from '#tests/support/people/new-session.ts';
import { answerWith } from '#tests/support/push/push-service.ts';
import { startPushTestServer, write } from '#tests/support/push/push-test-server.ts';

const server = await startPushTestServer();
const { origin, database, service, signUp, subscribe, expectTags, settled, stored, passTime } = server;

let ada: Member;
let grace: Member;
let eve: Member;
beforeAll(async () => {
  ada = await signUp({ firstname: 'Ada' });
  grace = await signUp({ firstname: 'Grace' });
  eve = await signUp({ firstname: 'Eve' });
  await ada.connect(grace);
  await grace.post('/api/messages/read', { sender: ada.uid });
});
beforeEach(async () => {
  await ada.choose('Green');
  await database.pool.query('update messages set read = true');
});

describe('a friend who asks for support', () => {
  test('notifies each device of each friend at once, and names nobody', async () => {
    const phone = await subscribe(grace, 'phone');
    const tablet = await subscribe(
      Object.assign((await newSession(server, grace)).client, { uid: grace.uid }),
      'tablet',
    );
    const own = await subscribe(ada, 'own');
    const stranger = await subscribe(eve, 'stranger');
    await ada.choose('Dark');
    await expectTags(phone, `mood-${ada.uid}`);
    await expectTags(tablet, `mood-${ada.uid}`);
    const [push] = phone.pushes();
    const { rows } = await database.pool.query('select id from asks where uid = $1 and closed_at is null', [ada.uid]);
    const navigate = `${origin}/chat/${ada.uid}`;
    expect(push!.payload).toEqual({
      web_push: 8030,
      app_badge: 1,
      notification: {
        title: 'A friend could use support',
        body: 'Open Moodring',
        lang: 'en',
        dir: 'auto',
        navigate,
        tag: `mood-${ada.uid}`,
        app_badge: '1',
        actions: [
          { action: 'yes', title: 'I’ll reach out', navigate },
          { action: 'no', title: 'I can’t right now', navigate },
        ],
        data: { tag: `mood-${ada.uid}`, ask: rows[0].id },
      },
    });
    expect(push!.headers).toMatchObject({ urgency: 'high', ttl: '86400', 'content-encoding': 'aes128gcm' });
    expect(push!.headers.topic).toMatch(/^[\w-]{32}$/);
    expect(push!.headers.topic).not.toBe(tablet.pushes()[0]!.headers.topic);
    await settled();
    expect([own.tags(), stranger.tags()]).toEqual([[], []]);
    expect(await stored()).toEqual([
      { cause: 'mood', isDue: false, isShown: true, attempts: 0 },
      { cause: 'mood', isDue: false, isShown: true, attempts: 0 },
    ]);
  });

  test('is named on devices that show names', async () => {
    const phone = await subscribe(grace, 'phone', { showNames: true });
    await ada.choose('Purple');
    await expectTags(phone, `mood-${ada.uid}`);
    expect(phone.pushes()[0]!.payload.notification.title).toBe('Ada could use support');
  });

  test('again within ten seconds notifies once more, after them', async () => {
    const phone = await subscribe(grace, 'phone');
    await ada.choose('Dark');
    await expectTags(phone, `mood-${ada.uid}`);
    await ada.choose('Purple');
    await ada.choose('Dark');
    await settled();
    expect((await stored())[0]!.isDue).toBe(true);
    expect(phone.tags()).toHaveLength(1);
    await passTime();
    await settled();
    expect(phone.tags()).toHaveLength(2);
  });

  test('a friend who connects after the choice gets nothing', async () => {
    const alan = await signUp({ firstname: 'Alan' });
    await ada.choose('Dark');
    await alan.connect(ada);
    const phone = await subscribe(alan, 'phone');
    // As if the worker had been away until now.
    await database.pool.query(
      `insert into push_causes (priority, cause, choice)
       select 0, 'mood', id from mood_choices where uid = $1 order by chosen_at desc limit 1`,
      [ada.uid],
    );
    await settled();
    expect(phone.tags()).toEqual([]);
  });
});

describe('a message', () => {
  test('notifies at once, with the number of unread messages and asks without an answer, and without its words', async () => {
    await ada.choose('Dark');
    await database.pool.query('delete from push_causes');
    const phone = await subscribe(grace, 'phone');
    await write(ada, grace);
    await expectTags(phone, `chat-${ada.uid}`);
    expect(phone.pushes()[0]!.payload).toMatchObject({ app_badge: 2 });
    const { rows } = await database.pool.query('select id from asks where uid = $1 and closed_at is null', [ada.uid]);
    expect((await grace.put(`/api/asks/${rows[0].id}/answer`, { answer: 'no' })).status).toBe(200);
    await database.pool.query('update messages set read = true');

    const tablet = await subscribe(grace, 'tablet');
    await passTime();
    await write(ada, grace, 'Between us: a secret');
    await expectTags(tablet, `chat-${ada.uid}`);
    const [push] = tablet.pushes();
    expect(push!.payload).toMatchObject({
      app_badge: 1,
      notification: {
        title: 'A new message',
        body: 'Open Moodring',
        navigate: `${origin}/chat/${ada.uid}`,
        app_badge: '1',
      },
    });
    expect(push!.headers).toMatchObject({ urgency: 'normal', ttl: '43200' });
    expect(JSON.stringify(push!.payload)).not.toMatch(/secret|Ada/);
  });

  test.each([
    [{ showNames: true }, 'A message from Ada', 'Open Moodring'],
    [{ showWords: true }, 'A new message', 'Open Moodring'],
    [{ showNames: true, showWords: true }, 'A message from Ada', 'Lunch at one?'],
  ])('on a lock screen with %j', async (choices, title, body) => {
    const phone = await subscribe(grace, 'phone', choices);
    await write(ada, grace, 'Lunch at one?');
    await expectTags(phone, `chat-${ada.uid}`);
    expect(phone.pushes()[0]!.payload.notification).toMatchObject({ title, body });
  });

  test('the longest words fit in a push', async () => {
    const phone = await subscribe(grace, 'phone', { showNames: true, showWords: true });
    await write(ada, grace, '\u0001👩‍👩‍👧‍👦"\\'.repeat(500));
    await expectTags(phone, `chat-${ada.uid}`);
    const { payload, size } = phone.pushes()[0]!;
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(3_900);
    expect(size).toBeLessThanOrEqual(4_096);
  });

  test('many at once by one friend are two pushes at most, ten seconds apart', async () => {
    const phone = await subscribe(grace, 'phone');
    await Promise.all(Array.from({ length: 20 }, () => write(ada, grace)));
    await settled();
    expect(phone.tags()).toHaveLength(1);
    await passTime();
    await settled();
    expect(phone.tags().length).toBeLessThanOrEqual(2);
  });

  test('does not notify its sender’s other devices', async () => {
    const own = await subscribe(ada, 'own');
    await write(ada, grace);
    await settled();
    expect(own.tags()).toEqual([]);
  });
});

test('a new connection notifies the other once, with its tag, and without a push about the greeting', async () => {
  const [alan, mei] = [await signUp({ firstname: 'Alan' }), await signUp({ firstname: 'Mei' })];
  const phone = await subscribe(mei, 'phone', { showNames: true });
  await alan.connect(mei);
  await expectTags(phone, `connection-${alan.uid}`);
  expect(phone.pushes()[0]!.payload.notification).toMatchObject({
    title: 'Alan is in your circle now',
    navigate: `${origin}/circles`,
  });
  await settled();
  expect(phone.tags()).toHaveLength(1);
});

test.each([
  ['support', () => ada.choose('Dark')],
  ['messages', () => write(ada, grace)],
] as const)('a device that does not want %s gets none', async (choice, happens) => {
  const phone = await subscribe(grace, 'phone', { [choice]: false });
  const tablet = await subscribe(Object.assign((await newSession(server, grace)).client, { uid: grace.uid }), 'tablet');
  await happens();
  await settled();
  expect(tablet.tags()).toHaveLength(1);
  expect(phone.tags()).toEqual([]);
});

test('while nobody has a device, nothing is stored', async () => {
  await ada.choose('Dark');
  await write(ada, grace);
  await signUp().then((alan) => alan.connect(ada));
  expect((await database.pool.query('select from push_causes')).rowCount).toBe(0);
});

test('above the limit for calls, a mood makes no push', async () => {
  const phone = await subscribe(grace, 'phone');
  const { limits } = server.moodring.context;
  const count = vi.spyOn(limits, 'count').mockImplementation(async () => {
    const { RateLimitExceeded } = await import('#server/limits/index.ts');
    throw new RateLimitExceeded('30 within the hour', 60);
  });
  expect((await ada.choose('Dark')).body.textsLimited).toBe(true);
  count.mockRestore();
  await settled();
  expect(phone.tags()).toEqual([]);
});

test('a name cannot hold a link on the lock screen', async () => {
  const mallory = await signUp({ firstname: 'win.example.com/now' });
  await mallory.connect(grace);
  await database.pool.query('update messages set read = true');
  const phone = await subscribe(grace, 'phone', { showNames: true });
  await write(mallory, grace);
  await expectTags(phone, `chat-${mallory.uid}`);
  expect(phone.pushes()[0]!.payload.notification.title).not.toContain('example.com');
});

describe('signed out', () => {
  test('a device gets nothing, also of what happened before', async () => {
    const { client } = await newSession(server, grace);
    const phone = await subscribe(Object.assign(client, { uid: grace.uid }), 'phone');
    service.answer = answerWith(503);
    await ada.choose('Dark');
    await settled();
    await client.post('/api/identity/sign-out');
    // On a slow machine more than one try fits in before.
    const before = phone.tags().length;
    expect(before).toBeGreaterThan(0);
    await passTime();
    await write(ada, grace);
    await settled();
    expect(phone.tags()).toHaveLength(before);
    expect((await database.pool.query('select from push_devices')).rowCount).toBe(0);
  });

  test('a device whose session has expired gets nothing', async () => {
    const phone = await subscribe(Object.assign((await newSession(server, grace)).client, { uid: grace.uid }), 'phone');
    await database.pool.query(
      `update sessions set expires_at = now() - interval '1 second' where id in (select session_id from push_devices)`,
    );
    await write(ada, grace);
    await settled();
    expect(phone.tags()).toEqual([]);
  });
});

test('a friend who leaves takes their pushes along', async () => {
  const alan = await signUp({ firstname: 'Alan' });
  await alan.connect(grace);
  const phone = await subscribe(grace, 'phone');
  service.answer = answerWith(503);
  await alan.choose('Dark');
  await settled();
  expect(phone.tags()).toHaveLength(1);
  expect((await alan.post(`/api/users/${alan.uid}/leave`, { password: 'correct horse battery' })).status).toBe(200);
  await settled();
  expect(await stored()).toEqual([]);
});
