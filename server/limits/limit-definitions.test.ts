import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Client, Member } from '#fixtures/client.ts';
import { insertAttempts } from '#tests/support/database/insert-attempts.ts';
import { somePhoto } from '#tests/support/people/some-photo.ts';
import { type OtherNode, startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer({ rateLimits: true, databaseUrl: 'shared' });
const { database } = server;

let other: OtherNode;
let ada: Member;
let grace: Member;
/** Clients of Ada on both nodes. */
let adas: [Client, Client];
beforeAll(async () => {
  other = await startOtherNode(server);
  ada = await server.signUp({ firstname: 'Ada' });
  grace = await server.signUp({ firstname: 'Grace', phonenumber: '+14155550101' });
  await ada.connect(grace);
  adas = [ada, other.as(ada)];
  await database.pool.query(`update users set created_at = now() - interval '30 days'`);
});
beforeEach(() => database.db.deleteFrom('limits').execute());
afterAll(() => other.stop());

/** Stores counts as if the uses had happened in the past. */
const alreadyDone = (what: string, times: number, ago: string, whom = ada.uid) =>
  insertAttempts(database.pool, server.moodring.context.config.authSecret, { what, whom, times, ago });
const HERE = '127.0.0.1';

const HOUR = 3_600;

function expectRefusal(answer: Answer, words: string, [least, most]: [number, number]) {
  expect([answer.status, answer.body]).toEqual([429, { error: { code: 'too_many', message: words } }]);
  const retryAfter = Number(answer.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThanOrEqual(least);
  expect(retryAfter).toBeLessThanOrEqual(most);
  expect(answer.headers.get('cache-control')).toBe('no-store');
}

/** Makes calls on both nodes in turn. */
const queueRequests = (times: number, call: (who: Client, n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, (_, n) => call(adas[n % 2]!, n)));

const passed = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length;

describe('searches', () => {
  const search = (who: Client, query: string) => who.post('/api/users/search', { query });

  test('30 a minute, at both nodes together', async () => {
    expect(passed(await queueRequests(40, (who) => search(who, 'grace')))).toBe(30);
    for (const who of adas) {
      expectRefusal(await search(who, 'grace'), 'You can search 30 times a minute. Please wait a moment.', [50, 60]);
    }
    expect((await search(grace, 'ada')).status).toBe(200);
  });

  test('300 a day', async () => {
    await alreadyDone('search', 299, '20 hours');
    expect((await search(ada, 'grace')).status).toBe(200);
    const words = 'You can search 300 times a day. Please try again later.';
    expectRefusal(await search(adas[1], 'grace'), words, [4 * HOUR - 60, 4 * HOUR]);
  });

  const NUMBERS = [
    '5550101',
    '+1 415',
    '(415) 55',
    '555a',
    '٤١٥٥',
    '+ (',
    '0044 20',
    'a 5550',
    '４１５　５５',
    '1ーーーー23',
    '①②③',
  ];
  test.each(NUMBERS)('20 a day by number, as %j', async (query) => {
    expect(passed(await queueRequests(25, (who) => search(who, query)))).toBe(20);
    const words = 'You can search by phone number 20 times a day. Please search by name, or try again later.';
    expectRefusal(await search(ada, query), words, [24 * HOUR - 60, 24 * HOUR]);
    expect((await search(ada, 'grace')).status).toBe(200);
  });

  test('a search that is too short is not counted', async () => {
    expect(passed(await queueRequests(40, (who) => search(who, ' 41 ')))).toBe(40);
  });
});

describe('connecting', () => {
  const crowd = async (size: number) => {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into users (id, name, firstname, lastname, email, phonenumber)
       select gen_random_uuid(), '', 'Friend', n::text, gen_random_uuid() || '@example.com', '+14155550' || n
       from generate_series(100, 99 + $1) n returning id`,
      [size],
    );
    return rows.map(({ id }) => id);
  };
  const connect = (who: Client, uid: string) => who.put(`/api/users/${ada.uid}/connections/${uid}`);
  const everything = async () => {
    const { rows } = await database.pool.query(
      `select (select count(*) from connections) as connections, (select count(*) from messages) as messages,
              (select count(*) from texts) as texts`,
    );
    return rows[0];
  };

  test('100 a day, at both nodes together; a refused one stores nothing', async () => {
    await alreadyDone('connect', 96, '23 hours');
    const people = await crowd(8);
    expect(passed(await queueRequests(8, (who, n) => connect(who, people[n]!)))).toBe(4);
    const [left] = await crowd(1);
    const before = await everything();
    const words = 'You can connect with 100 people a day. Please go on later.';
    expectRefusal(await connect(ada, left!), words, [HOUR - 60, HOUR]);
    expect(await everything()).toEqual(before);
  });

  test('connecting again is not counted', async () => {
    await alreadyDone('connect', 100, '1 hour');
    expect((await ada.connect(grace)).status).toBe(200);
  });
});

describe('messages', () => {
  const words = 'You can send 60 messages a minute. Please wait a moment.';
  const message = () => ({ id: randomUUID(), receiver: grace.uid, content: 'Hello' });
  const stored = async () => {
    const { rows } = await database.pool.query('select count(*)::integer as count from messages where sender = $1', [
      ada.uid,
    ]);
    return rows[0].count;
  };

  test('300 in five minutes, at both nodes together, by HTTP or live; further ones are refused', async () => {
    const before = await stored();
    const live = await ada.listen();
    for (let n = 0; n < 200; n++) live.send({ type: 'send', ...message() });
    const answers = await Promise.all(Array.from({ length: 200 }, () => adas[1].post('/api/messages', message())));
    let passedLive = 0;
    for (let heard = 0; heard < 200; ) {
      const event = await live.oldest();
      if (event.type === 'rejected') expect(event.error).toEqual({ code: 'too_many', message: words });
      if (event.type === 'sent') passedLive += 1;
      if (event.type === 'sent' || event.type === 'rejected') heard += 1;
    }
    expect(passedLive + passed(answers)).toBe(300);
    expect(await stored()).toBe(before + 300);

    for (const who of adas) expectRefusal(await who.post('/api/messages', message()), words, [200, 300]);
    expect(await stored()).toBe(before + 300);
    const reply = { id: randomUUID(), receiver: ada.uid, content: 'Slowly' };
    expect((await grace.post('/api/messages', reply)).status).toBe(200);
  });
});

describe('moods', () => {
  const choose = (who: Client, mood: string) => who.put(`/api/users/${ada.uid}/info/mood`, { mood });
  const limited = (answers: Answer[]) => answers.filter(({ body }) => body.textsLimited).length;

  test('Dark and Purple text the circle 30 times an hour, at both nodes together; each is stored and shown', async () => {
    await choose(ada, 'Green');
    const textsToGrace = async () =>
      (await server.texts()).filter((text) => text.cause === 'mood' && text.phone_number === grace.phonenumber).length;
    const before = await textsToGrace();
    const live = await grace.listen();
    const answers = await queueRequests(36, (who, n) => choose(who, n % 3 ? 'Dark' : 'Purple'));
    expect([passed(answers), limited(answers)]).toEqual([36, 6]);
    expect(await textsToGrace()).toBe(before + 30);
    await choose(ada, 'Yellow');
    for (const who of adas) {
      expect(await choose(who, 'Dark')).toMatchObject({ status: 200, body: { mood: 'Dark', textsLimited: true } });
    }
    expect(await textsToGrace()).toBe(before + 30);
    expect((await ada.get(`/api/users/${ada.uid}/info/mood`)).body).toMatchObject({ mood: 'Dark' });
    for (let heard = 0; heard < 39; ) if ((await live.oldest()).type === 'mood') heard += 1;
  });

  test('Green and Yellow are never limited for their texts', async () => {
    await alreadyDone('ask for support', 30, '1 minute');
    const answers = await queueRequests(35, (who, n) => choose(who, n % 2 ? 'Green' : 'Yellow'));
    expect([passed(answers), limited(answers)]).toEqual([35, 0]);
  });

  test('a flood is refused and not published: 60 a minute, at both nodes together', async () => {
    const stored = async () =>
      (await database.pool.query('select count(*)::integer as count from mood_choices where uid = $1', [ada.uid]))
        .rows[0].count;
    const before = await stored();
    const answers = await queueRequests(300, (who, n) => choose(who, n % 2 ? 'Green' : 'Dark'));
    // A node may have uses left of an earlier lease.
    expect(passed(answers)).toBeGreaterThanOrEqual(60);
    expect(passed(answers)).toBeLessThan(60 + 2 * 10);
    expect(await stored()).toBe(before + passed(answers));
    expectRefusal(await choose(ada, 'Dark'), 'You can choose 60 moods a minute. Please wait a moment.', [40, 60]);
    expect((await grace.put(`/api/users/${grace.uid}/info/mood`, { mood: 'Dark' })).status).toBe(200);
  });
});

describe('settings', () => {
  test('30 changes a minute, of settings and profile together, at both nodes', async () => {
    const change = (who: Client, n: number) =>
      n % 3
        ? who.patch(`/api/users/${ada.uid}/settings`, { foundByName: n % 2 === 0 })
        : who.post('/api/identity/update-user', { firstname: `Ada ${n}` });
    expect(passed(await queueRequests(60, change))).toBe(30);
    const words = 'You can change your settings 30 times a minute. Please wait a moment.';
    expectRefusal(await ada.patch(`/api/users/${ada.uid}/settings`, { asksFirst: false }), words, [50, 60]);
  });
});

describe('searches in a conversation', () => {
  const search = (who: Client) => who.post('/api/messages/search', { with: grace.uid, q: 'hey' });

  test('30 a minute and 600 a day, at both nodes together', async () => {
    expect(passed(await queueRequests(40, search))).toBe(30);
    const words = 'You can search 30 times a minute. Please wait a moment.';
    for (const who of adas) expectRefusal(await search(who), words, [50, 60]);
    await database.db.deleteFrom('limits').execute();
    await alreadyDone('search messages', 599, '20 hours');
    expect((await search(ada)).status).toBe(200);
    const daily = 'You can search your chats 600 times a day. Please try again later.';
    expectRefusal(await search(ada), daily, [4 * HOUR - 60, 4 * HOUR]);
  });

  test('90 a minute and 1,800 a day for a network', async () => {
    await alreadyDone('search messages, network', 89, '10 seconds', HERE);
    expect([(await search(ada)).status, (await search(ada)).status]).toEqual([200, 429]);
    await database.db.deleteFrom('limits').execute();
    await alreadyDone('search messages, network', 1_799, '1 hour', HERE);
    expect([(await search(ada)).status, (await search(ada)).status]).toEqual([200, 429]);
  });
});

describe('photos', () => {
  const upload = (who: Client, bytes = 1) => {
    const query = `message=${randomUUID()}&to=${grace.uid}`;
    return who.call('PUT', `/api/photos/${randomUUID()}?${query}`, somePhoto({ bytes }));
  };
  const words = 'You can send 200 MB of photos a day. Please go on tomorrow.';

  test('200 MB a day, in units of half a megabyte', async () => {
    await alreadyDone('photo', 397, '1 hour');
    expect((await upload(ada, 900_000)).status).toBe(200);
    expectRefusal(await upload(ada, 900_000), words, [22 * HOUR, 24 * HOUR]);
    expect((await upload(adas[1])).status).toBe(200);
    expectRefusal(await upload(ada), words, [22 * HOUR, 24 * HOUR]);
  });

  test('600 MB a day by all accounts of a network', async () => {
    await alreadyDone('photo, network', 1_200, '1 hour', HERE);
    const network = 'Too many from your network today. Please try again later.';
    expectRefusal(await upload(ada), network, [22 * HOUR, 24 * HOUR]);
  });
});

describe('a network, with all its accounts', () => {
  test('has 90 searches a minute and 900 a day', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => server.signUp()));
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => people[n % 4]!.post('/api/users/search', { query: 'lovelace' })),
    );
    expect(passed(answers)).toBe(90);
    await database.db.deleteFrom('limits').execute();
    await alreadyDone('search, network', 900, '1 hour', HERE);
    expect((await ada.post('/api/users/search', { query: 'lovelace' })).status).toBe(429);
  });

  test('has 60 searches by number a day', async () => {
    await alreadyDone('search by number, network', 59, '1 hour', HERE);
    expect((await ada.post('/api/users/search', { query: '5550101' })).status).toBe(200);
    expect((await grace.post('/api/users/search', { query: '5550101' })).status).toBe(429);
    expect((await grace.post('/api/users/search', { query: 'lovelace' })).status).toBe(200);
  });

  test('makes 300 connections a day; connecting again is not counted', async () => {
    await alreadyDone('connect, network', 300, '1 hour', HERE);
    const alan = await server.signUp({ firstname: 'Alan' });
    expect((await alan.connect(ada)).status).toBe(429);
    expect((await ada.connect(grace)).status).toBe(200);
  });

  test('makes 10 accounts an hour; taken emails count, rejected forms do not', async () => {
    const signUp = (email: string, password = 'correct horse battery') =>
      server.visitor.post('/api/identity/sign-up/email', {
        firstname: 'M',
        lastname: 'X',
        name: 'M X',
        email,
        password,
      });
    for (let n = 0; n < 3; n++) expect((await signUp('short@example.com', 'short')).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => signUp(`many${n % 7}@example.com`)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(7);
    const words = 'Too many new accounts from your network. Please try again in an hour.';
    expectRefusal(await signUp('late@example.com'), words, [HOUR - 60, HOUR]);
  });
});

describe('a person’s history', () => {
  const files = (who: Client) => who.get(`/api/users/${ada.uid}/moods.csv`);
  const forget = (who: Client) => who.delete(`/api/users/${ada.uid}/moods?before=0`);

  test('is downloaded 20 times an hour', async () => {
    expect(passed(await queueRequests(25, files))).toBe(20);
    const words = 'You can download your moods 20 times an hour. Please try again later.';
    expectRefusal(await files(ada), words, [HOUR - 60, HOUR]);
  });

  test('is forgotten in 30 calls an hour', async () => {
    expect(passed(await queueRequests(35, forget))).toBe(30);
    const words = 'You can forget moods 30 times an hour. Please try again later.';
    expectRefusal(await forget(ada), words, [HOUR - 60, HOUR]);
  });

  test('has limits for a network, too', async () => {
    await alreadyDone('moods as a file, network', 99, '1 minute', HERE);
    await alreadyDone('forget moods, network', 149, '1 minute', HERE);
    for (const call of [files, forget])
      expect([(await call(ada)).status, (await call(ada)).status]).toEqual([200, 429]);
  });
});

describe('an account on its first day', () => {
  test('makes 20 connections', async () => {
    const mei = await server.signUp({ firstname: 'Mei' });
    await alreadyDone('connect, new account', 19, '1 hour', mei.uid);
    expect((await mei.connect(ada)).status).toBe(200);
    const words = 'On the first day you can connect with 20 people. Please go on tomorrow.';
    expectRefusal(await mei.connect(grace), words, [22 * HOUR, 24 * HOUR]);
    await database.pool.query(`update users set created_at = now() - interval '1 day' where id = $1`, [mei.uid]);
    expect((await mei.connect(grace)).status).toBe(200);
  });
});

describe('reactions and deleted messages', () => {
  const react = (who: Client) => who.put(`/api/messages/${randomUUID()}/reaction`, { emoji: '👍' });
  const remove = (who: Client) => who.post(`/api/messages/${randomUUID()}/delete`, { for: 'me' });

  test.each([
    ['react', react, 'react 60 times', 'react 1,000 times'],
    ['delete message', remove, 'delete 60 messages', 'delete 1,000 messages'],
  ])('60 a minute and 1,000 a day: %s', async (what, act, perMinute, perDay) => {
    await alreadyDone(what, 60, '10 seconds');
    expectRefusal(await act(adas[1]), `You can ${perMinute} a minute. Please wait a moment.`, [45, 50]);
    await database.db.deleteFrom('limits').execute();
    await alreadyDone(what, 1_000, '20 hours');
    expectRefusal(await act(ada), `You can ${perDay} a day. Please go on tomorrow.`, [4 * HOUR - 60, 4 * HOUR]);
  });

  test('a flood of reactions from the network keeps nobody from deleting a message', async () => {
    await alreadyDone('react, network', 180, '10 seconds', HERE);
    expect((await react(grace)).status).toBe(429);
    expect((await remove(grace)).status).toBe(404);
    await database.db.deleteFrom('limits').execute();
    await alreadyDone('delete message, network', 180, '10 seconds', HERE);
    expect((await remove(grace)).status).toBe(429);
  });
});
