import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Client } from '#fixtures/client.ts';
import { startPushFriends, write } from '#tests/support/push/push-test-server.ts';
import { SEEN_WAIT_MS } from './push.ts';

// A busy machine may take longer than the second and a half of a call.
const { mood } = SEEN_WAIT_MS;
SEEN_WAIT_MS.mood = 60_000;
afterAll(() => Object.assign(SEEN_WAIT_MS, { mood }));

const server = await startPushFriends();
const { database, service, signUp, subscribe, openTab, expectTags, settled, stored, passTime, ada, grace } = server;
/** Grace's second browser. */
const second = await server.newBrowser(grace);

const read = (who: Client) => who.post('/api/messages/read', { sender: ada.uid });

/** Expects a push that is not due yet. @returns for how many seconds it waits */
async function expectWaiting(): Promise<number> {
  await settled();
  const { rows } = await database.pool.query(
    'select extract(epoch from due_at - reason_at)::float8 as wait from pushes where due_at > now()',
  );
  expect(rows).toHaveLength(1);
  return rows[0].wait;
}

describe('a person with an open browser', () => {
  test.each([
    ['who reads a message within ten seconds gets no push about it', true],
    ['who does not read it gets one then', false],
  ])('%s', async (_, isRead) => {
    const phone = await subscribe(grace, 'phone');
    await openTab(second);
    await write(ada, grace);
    const wait = await expectWaiting();
    expect(wait).toBeGreaterThan(9);
    expect(wait).toBeLessThan(11);
    expect(phone.tags()).toEqual([]);
    if (isRead) await read(second);
    await passTime();
    await expectTags(phone, ...(isRead ? [] : [`chat-${ada.uid}`]));
    expect(await stored()).toHaveLength(isRead ? 0 : 1);
  });

  test.each([
    ['whose visible chat shows the call for support gets no push about it', true],
    ['whose chat does not show it gets the push after a while', false],
  ])('%s', async (_, isShown) => {
    const phone = await subscribe(grace, 'phone');
    const tab = await openTab(second);
    await ada.choose('Dark');
    const { chosenAt } = await tab.next('mood');
    expect(await expectWaiting()).toBeGreaterThan(59);
    if (isShown) {
      tab.send({ type: 'seen', uid: ada.uid, chosenAt });
      const seen = () => database.pool.query('select from pushes where version > 0');
      await vi.waitFor(async () => expect((await seen()).rowCount).toBe(1));
    }
    await passTime();
    await expectTags(phone, ...(isShown ? [] : [`mood-${ada.uid}`]));
    expect(await stored()).toHaveLength(isShown ? 0 : 1);
  });

  test('who has seen an earlier call gets a push about the next', async () => {
    const tab = await openTab(second);
    await ada.choose('Purple');
    const { chosenAt } = await tab.next('mood');
    // A time in the future covers no later call.
    tab.send({ type: 'seen', uid: ada.uid, chosenAt: chosenAt + 24 * 60 * 60_000 });
    // Frames are stored one after the other, and not before the next one is read.
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query(
        'select 1000 * extract(epoch from mood_seen_at)::float8 as at from connections where owner = $1 and other = $2',
        [grace.uid, ada.uid],
      );
      expect(rows[0].at).toBeGreaterThanOrEqual(chosenAt);
    });
    const phone = await subscribe(grace, 'phone');
    await ada.choose('Dark');
    await expectWaiting();
    await passTime();
    await expectTags(phone, `mood-${ada.uid}`);
  });

  test('a card that was on a screen closes the notification on the other devices', async () => {
    const phone = await subscribe(grace, 'phone');
    await ada.choose('Dark');
    await expectTags(phone, `mood-${ada.uid}`);
    const [ask] = (await grace.get('/api/asks')).body.friends;
    expect((await grace.post(`/api/asks/${ask.id}/seen`)).status).toBe(200);
    await expectTags(phone, `mood-${ada.uid}`, `close mood-${ada.uid}`);
  });

  test('who has seen the call says nothing about the pushes of others', async () => {
    const alan = await signUp({ firstname: 'Alan' });
    await alan.connect(ada);
    const phone = await subscribe(grace, 'phone');
    const tab = await openTab(alan);
    await ada.choose('Dark');
    const { chosenAt } = await tab.next('mood');
    tab.send({ type: 'seen', uid: ada.uid, chosenAt });
    await expectTags(phone, `mood-${ada.uid}`);
  });
});

describe('the frame `seen`', () => {
  const seenAt = async () => {
    const { rows } = await database.pool.query(
      'select owner, mood_seen_at from connections where mood_seen_at is not null',
    );
    return rows.map(({ owner }) => owner);
  };
  beforeEach(() => database.pool.query('update connections set mood_seen_at = null'));

  test('about a stranger, oneself or nobody stores nothing', async () => {
    const eve = await signUp({ firstname: 'Eve' });
    const tab = await openTab(eve);
    for (const uid of [ada.uid, eve.uid, crypto.randomUUID()]) {
      tab.send({ type: 'seen', uid, chosenAt: Date.now() });
      expect(await tab.everything()).toEqual([]);
      await server.moodring.context.push.markSeen(eve.uid, { uid, chosenAt: Date.now() });
      expect(await seenAt()).toEqual([]);
    }
  });

  test('in a flood is one line of the log', async () => {
    const { push } = server.moodring.context;
    const seen = { uid: ada.uid, chosenAt: Date.now() };
    await Promise.all(Array.from({ length: 200 }, () => push.markSeen(grace.uid, seen)));
    const told = server.log.lines.filter(({ msg }) => msg.startsWith('a seen mood could not be marked'));
    expect(told).toMatchObject([{ err: { message: expect.stringContaining('Too many at once') } }]);
  });

  test.each([{}, { uid: 'ada' }, { chosenAt: -1 }, { chosenAt: 1.5 }, { chosenAt: 1e300 }])(
    'that is invalid is rejected: %j',
    async (fields) => {
      const tab = await openTab(grace);
      const frame = Object.keys(fields).length === 0 ? {} : { uid: ada.uid, chosenAt: 1, ...fields };
      tab.send({ type: 'seen', ...frame });
      expect((await tab.next('rejected')).error.code).toBe('invalid');
    },
  );
});

describe('read elsewhere', () => {
  test('a message’s notification closes on the other device; a further one while it closes is shown after the pause', async () => {
    const phone = await subscribe(grace, 'phone');
    await write(ada, grace);
    await expectTags(phone, `chat-${ada.uid}`);
    await read(second);
    await expectTags(phone, `chat-${ada.uid}`, `close chat-${ada.uid}`);
    expect(phone.pushes()[1]!.payload).toEqual({ close: `chat-${ada.uid}` });
    expect(phone.pushes()[1]!.headers.topic).toBe(phone.pushes()[0]!.headers.topic);
    expect(await stored()).toEqual([]);
    await write(ada, grace, 'One more');
    await passTime();
    await expectTags(phone, `chat-${ada.uid}`, `close chat-${ada.uid}`, `chat-${ada.uid}`);
  });

  test('a new connection’s notification closes when the greeting is read', async () => {
    const alan = await signUp({ firstname: 'Alan' });
    const phone = await subscribe(grace, 'phone');
    await alan.connect(grace);
    await expectTags(phone, `connection-${alan.uid}`);
    await grace.post('/api/messages/read', { sender: alan.uid });
    await expectTags(phone, `connection-${alan.uid}`, `close connection-${alan.uid}`);
  });

  test('at the very moment of the push, its notification closes', async () => {
    const phone = await subscribe(grace, 'phone');
    // Read while the push service has the push and has not answered.
    service.answer = async (response) => {
      service.answer = (next) => next.writeHead(201).end();
      await read(second);
      response.writeHead(201).end();
    };
    await write(ada, grace);
    await expectTags(phone, `chat-${ada.uid}`, `close chat-${ada.uid}`);
    expect(await stored()).toEqual([]);
  });
});
