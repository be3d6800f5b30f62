import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Client, Member } from '#tests/support/client.ts';
import { type OtherNode, startOtherNode } from '#tests/support/other-node.ts';
import { startTestServer } from '#tests/support/server.ts';

const server = await startTestServer({ rateLimits: true, databaseUrl: 'shared' });
const { database } = server;

let other: OtherNode;
let ada: Member;
let grace: Member;
/** Ada at either node. */
let adas: [Client, Client];
beforeAll(async () => {
  other = await startOtherNode(server);
  ada = await server.signUp({ firstname: 'Ada' });
  grace = await server.signUp({ firstname: 'Grace', phonenumber: '+14155550101' });
  await ada.connect(grace);
  adas = [ada, other.as(ada)];
});
beforeEach(() => database.db.deleteFrom('limits').execute());
afterAll(() => other.stop());

/** As if it had been done so often, so long ago. */
const alreadyDone = (what: string, times: number, ago: string) =>
  database.pool.query(
    `insert into limits (what, whom, times, expires_at)
     select $1, $2, array_agg(now() - $4::interval), now() + interval '1 day' from generate_series(1, $3)`,
    [what, ada.uid, times, ago],
  );

const HOUR = 3_600;

function expectRefusal(answer: Answer, words: string, [least, most]: [number, number]) {
  expect([answer.status, answer.body]).toEqual([429, { error: { code: 'too_many', message: words } }]);
  const retryAfter = Number(answer.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThanOrEqual(least);
  expect(retryAfter).toBeLessThanOrEqual(most);
  expect(answer.headers.get('cache-control')).toBe('no-store');
}

/** Calls at both nodes in turn. */
const inTurn = (times: number, call: (who: Client, n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, (_, n) => call(adas[n % 2]!, n)));

const passed = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length;

describe('searches', () => {
  const search = (who: Client, query: string) => who.post('/api/users/search', { query });

  test('30 a minute, at both nodes together', async () => {
    expect(passed(await inTurn(40, (who) => search(who, 'grace')))).toBe(30);
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

  test.each(['5550101', '+1 415', '(415) 55', '555a', '٤١٥٥', '+ ('])('20 a day by number, as %j', async (query) => {
    expect(passed(await inTurn(25, (who) => search(who, query)))).toBe(20);
    const words = 'You can search by phone number 20 times a day. Please search by name, or try again later.';
    expectRefusal(await search(ada, query), words, [24 * HOUR - 60, 24 * HOUR]);
    expect((await search(ada, 'grace')).status).toBe(200);
  });

  test('what is too short to find anybody is free', async () => {
    expect(passed(await inTurn(40, (who) => search(who, ' 41 ')))).toBe(40);
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

  test('100 a day, at both nodes together; one too many leaves nothing behind', async () => {
    await alreadyDone('connect', 96, '23 hours');
    const people = await crowd(8);
    expect(passed(await inTurn(8, (who, n) => connect(who, people[n]!)))).toBe(4);
    const [left] = await crowd(1);
    const before = await everything();
    const words = 'You can connect with 100 people a day. Please go on later.';
    expectRefusal(await connect(ada, left!), words, [HOUR - 60, HOUR]);
    expect(await everything()).toEqual(before);
  });

  test('connecting again with somebody is free', async () => {
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

  test('300 in five minutes, at both nodes together, by HTTP or live; who is refused is told so', async () => {
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

  test('Dark and Purple 30 an hour, at both nodes together; one too many changes nothing and texts nobody', async () => {
    await choose(ada, 'Green');
    expect(passed(await inTurn(36, (who, n) => choose(who, n % 3 ? 'Dark' : 'Purple')))).toBe(30);
    await choose(ada, 'Yellow');
    const texts = await server.texts();
    const words =
      'Your circle was asked for support 30 times within the hour. Please wait a little, or write to somebody.';
    for (const who of adas) expectRefusal(await choose(who, 'Dark'), words, [HOUR - 60, HOUR]);
    expect(await server.texts()).toEqual(texts);
    expect((await ada.get(`/api/users/${ada.uid}/info/mood`)).body).toMatchObject({ mood: 'Yellow' });
  });

  test('Green and Yellow as often as they like', async () => {
    await alreadyDone('ask for support', 30, '1 minute');
    expect(passed(await inTurn(35, (who, n) => choose(who, n % 2 ? 'Green' : 'Yellow')))).toBe(35);
  });
});
