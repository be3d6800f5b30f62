import { describe, expect, test, vi } from 'vitest';
import { removeFromPages } from '#server/database/sweep/sweep-table.ts';
import { RateLimitExceeded } from '#server/limits/index.ts';
import { answerWith } from '#tests/support/push/push-service.ts';
import { startPushFriends, write } from '#tests/support/push/push-test-server.ts';
import { OLD_DEVICES, OLD_PUSHES } from './index.ts';

const server = await startPushFriends();
const { origin, database, service, signUp, subscribe, newBrowser, expectTags, settled, stored, passTime } = server;
const { ada, grace } = server;
const openAskOfAda = async (): Promise<string> => (await ada.get('/api/asks')).body.mine.id;

describe('a friend who asks for support', () => {
  test('notifies each device of each friend at once, and names nobody', async () => {
    const phone = await subscribe(grace, 'phone');
    const tablet = await subscribe(await newBrowser(grace), 'tablet');
    const own = await subscribe(ada, 'own');
    const stranger = await subscribe(await signUp(), 'stranger');
    await ada.choose('Dark');
    await expectTags(phone, `mood-${ada.uid}`);
    await expectTags(tablet, `mood-${ada.uid}`);
    const [push] = phone.pushes();
    const navigate = `${origin}/chat/${ada.uid}`;
    expect(push!.payload).toEqual({
      web_push: 8030,
      app_badge: 1,
      notification: {
        title: 'A friend could use support',
        body: 'Open Moodring',
        lang: 'en',
        dir: 'ltr',
        navigate,
        tag: `mood-${ada.uid}`,
        app_badge: '1',
        actions: [
          { action: 'yes', title: 'I’ll reach out', navigate },
          { action: 'no', title: 'I can’t right now', navigate },
          { action: 'later', title: 'Later today', navigate },
        ],
        data: { tag: `mood-${ada.uid}`, ask: await openAskOfAda() },
      },
    });
    expect(push!.headers).toMatchObject({ urgency: 'high', ttl: '86400', 'content-encoding': 'aes128gcm' });
    expect(push!.headers.topic).toMatch(/^[\w-]{32}$/);
    expect(push!.headers.topic).not.toBe(tablet.pushes()[0]!.headers.topic);
    expect([own.tags(), stranger.tags()]).toEqual([[], []]);
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
});

describe('a message', () => {
  test('notifies at once, with the number of unread messages and asks without an answer, and without its words', async () => {
    await ada.choose('Dark');
    await settled();
    const own = await subscribe(ada, 'own');
    const phone = await subscribe(grace, 'phone');
    await write(ada, grace);
    await expectTags(phone, `chat-${ada.uid}`);
    expect(phone.pushes()[0]!.payload).toMatchObject({ app_badge: 2 });
    expect((await grace.put(`/api/asks/${await openAskOfAda()}/answer`, { answer: 'no' })).status).toBe(200);
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
    // Its sender's other devices.
    expect(own.tags()).toEqual([]);
  });

  test('counts no ask whose person is better by now', async () => {
    await ada.choose('Purple');
    await settled();
    const phone = await subscribe(grace, 'phone');
    await ada.choose('Green');
    await write(ada, grace);
    await expectTags(phone, `chat-${ada.uid}`);
    expect(phone.pushes()[0]!.payload).toMatchObject({ app_badge: 1 });
  });

  test.each([
    [{ showNames: true }, 'A message from Ada', 'Open Moodring', 'Ada could use support'],
    [{ showWords: true }, 'A new message', 'Open Moodring', 'A friend could use support'],
    [{ showNames: true, showWords: true }, 'A message from Ada', 'Lunch at one?', 'Ada could use support'],
  ])('on a lock screen with %j', async (choices, title, body, call) => {
    const phone = await subscribe(grace, 'phone', choices);
    await write(ada, grace, 'Lunch at one?');
    await expectTags(phone, `chat-${ada.uid}`);
    expect(phone.pushes()[0]!.payload.notification).toMatchObject({ title, body });
    await ada.choose('Purple');
    await expectTags(phone, `chat-${ada.uid}`, `mood-${ada.uid}`);
    expect(phone.pushes()[1]!.payload.notification.title).toBe(call);
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
});

test.each([
  ['calls', 'none', () => ada.choose('Dark')],
  ['messages', 'support', () => write(ada, grace)],
] as const)('a device that does not want %s gets none', async (_, about, happens) => {
  const phone = await subscribe(grace, 'phone', { about });
  const tablet = await subscribe(await newBrowser(grace), 'tablet');
  await happens();
  await settled();
  expect(tablet.tags()).toHaveLength(1);
  expect(phone.tags()).toEqual([]);
});

test('above the limit for calls, a mood makes no push', async () => {
  const phone = await subscribe(grace, 'phone');
  const { limits } = server.moodring.context;
  const count = vi.spyOn(limits, 'count').mockRejectedValue(new RateLimitExceeded(() => '30 within the hour', 60));
  expect((await ada.choose('Dark')).body.textsLimited).toBe(true);
  count.mockRestore();
  await settled();
  expect(phone.tags()).toEqual([]);
});

test('a name cannot hold a link on the lock screen', async () => {
  const mallory = await signUp({ firstname: 'win.example.com/now' });
  await mallory.connect(grace);
  await settled();
  const phone = await subscribe(grace, 'phone', { showNames: true });
  await write(mallory, grace);
  await expectTags(phone, `chat-${mallory.uid}`);
  expect(phone.pushes()[0]!.payload.notification.title).not.toContain('example.com');
});

describe('signed out', () => {
  test('a device gets nothing, also of what happened before', async () => {
    const browser = await newBrowser(grace);
    const phone = await subscribe(browser, 'phone');
    service.answer = answerWith(503);
    await ada.choose('Dark');
    await settled();
    await browser.post('/api/identity/sign-out');
    expect(phone.tags()).toEqual([`mood-${ada.uid}`]);
    await passTime();
    await write(ada, grace);
    await settled();
    expect(phone.tags()).toHaveLength(1);
    expect((await database.pool.query('select from push_devices')).rowCount).toBe(0);
  });

  test('a device whose session has expired gets nothing', async () => {
    const phone = await subscribe(await newBrowser(grace), 'phone');
    await database.pool.query(
      `update sessions set expires_at = now() - interval '1 second' where id in (select session_id from push_devices)`,
    );
    await write(ada, grace);
    await settled();
    expect(phone.tags()).toEqual([]);
  });
});

test('a friend who leaves takes their pushes and devices along', async () => {
  const alan = await signUp({ firstname: 'Alan' });
  await alan.connect(grace);
  const phone = await subscribe(grace, 'phone');
  await subscribe(alan, 'own');
  service.answer = answerWith(503);
  await alan.choose('Dark');
  await settled();
  expect(phone.tags()).toHaveLength(1);
  expect((await alan.leave()).status).toBe(200);
  await settled();
  expect(await stored()).toEqual([]);
  expect((await database.pool.query('select from push_devices')).rowCount).toBe(1);
});

test('a device that was not renewed for 60 days gets no push, and goes', async () => {
  const phone = await subscribe(grace, 'phone');
  await database.pool.query(`update push_devices set renewed_at = now() - interval '61 days'`);
  await write(ada, grace);
  await settled();
  expect(phone.tags()).toEqual([]);
  await removeFromPages(database.pool, OLD_DEVICES, 0, 1_000);
  expect((await database.pool.query('select from push_devices')).rowCount).toBe(0);
});

test('one that was renewed 59 days ago stays, and so does a push of this week; an older one goes', async () => {
  const phone = await subscribe(grace, 'phone');
  await database.pool.query(`update push_devices set renewed_at = now() - interval '59 days'`);
  await ada.choose('Dark');
  await write(ada, grace);
  await settled();
  expect(phone.tags()).toHaveLength(2);
  await database.pool.query(
    `update pushes set reason_at = now() - case cause when 'mood' then interval '8 days' else interval '6 days' end`,
  );
  for (const rows of [OLD_DEVICES, OLD_PUSHES]) await removeFromPages(database.pool, rows, 0, 1_000);
  expect((await stored()).map(({ cause }) => cause)).toEqual(['message']);
  expect((await database.pool.query('select from push_devices')).rowCount).toBe(1);
});

test('a call that is hidden from a friend, or of a friend whom they muted, notifies none of their devices', async () => {
  const sam = await signUp({ firstname: 'Sam' });
  await ada.connect(sam);
  const [hers, his] = [await subscribe(grace, 'hers'), await subscribe(sam, 'his')];
  await ada.control(sam, { hidesMood: true });
  await ada.choose('Dark');
  await expectTags(hers, `mood-${ada.uid}`);
  expect(his.tags()).toEqual([]);
  await ada.control(sam, { hidesMood: false });
  await sam.control(ada, { mute: '8 hours' });
  await ada.choose('Dark');
  await settled();
  expect(his.tags()).toEqual([]);
  await sam.control(ada, { mute: 'off' });
  await ada.choose('Dark');
  await expectTags(his, `mood-${ada.uid}`);
});

test('in quiet hours calls and messages make no sound, except Dark', async () => {
  const hour = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString().slice(11, 16);
  await grace.set({ quietHours: { from: hour(-2), to: hour(2), zone: 'UTC' } });
  const purple = await subscribe(grace, 'purple');
  await ada.choose('Purple');
  await expectTags(purple, `mood-${ada.uid}`);
  expect(purple.pushes()[0]!.payload).toMatchObject({ notification: { silent: true } });
  await database.pool.query('delete from push_devices');
  const dark = await subscribe(grace, 'dark');
  await ada.choose('Dark');
  await expectTags(dark, `mood-${ada.uid}`);
  expect(JSON.stringify(dark.pushes()[0]!.payload)).not.toContain('silent');
  await write(ada, grace);
  await expectTags(dark, `mood-${ada.uid}`, `chat-${ada.uid}`);
  expect(dark.pushes()[1]!.payload).toMatchObject({ notification: { silent: true } });
  await grace.set({ quietHours: null });
});

test('messages of a friend who was removed are in no count, and notify nobody', async () => {
  const eve = await signUp({ firstname: 'Eve' });
  await eve.connect(grace);
  await write(eve, grace);
  await eve.remove(grace, true);
  const hers = await subscribe(grace, 'hers');
  await ada.choose('Dark');
  await expectTags(hers, `mood-${ada.uid}`);
  // Ada's ask alone.
  expect(hers.pushes()[0]!.payload).toMatchObject({ app_badge: 1 });
});
