import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Mood } from '#contract/moods.ts';
import { type Limits, openLimits } from '#server/limits/index.ts';
import { insertAttempts } from '#tests/support/database/insert-attempts.ts';
import { openEndpoint, type TestEndpoint } from '#tests/support/servers/endpoint.ts';
import { openOutboxRoom, testRules } from '#tests/support/servers/outbox.ts';
import { httpGateway } from '../gateways/http-gateway.ts';

const SECRET = 'the secret of the tests';

let room: Awaited<ReturnType<typeof openOutboxRoom>>;
let endpoint: TestEndpoint;
let nodes: Limits[] = [];
beforeAll(async () => {
  room = await openOutboxRoom();
  [ada, grace] = [await room.person(), await room.person()];
});
beforeEach(async () => {
  endpoint = await openEndpoint();
});
afterEach(async () => {
  await room.clear();
  await room.db.deleteFrom('limits').execute();
  await Promise.all(nodes.map((node) => node.close()));
  nodes = [];
  await endpoint.close();
});
afterAll(() => room.drop());

const gateways = () => ({ general: httpGateway({ address: endpoint.address, secret: undefined }) });

/** A node that may send so many texts a day. */
function startNode(perDay = 10_000) {
  const { log } = room.log();
  const limits = openLimits({ databaseUrl: room.url, secret: SECRET, log });
  nodes.push(limits);
  return room.startOutbox(gateways(), {}, testRules({ limits, perDay, log }));
}

/** A node that counts nothing. */
const startOpenNode = () => room.startOutbox(gateways(), {}, testRules());

const statuses = async () => {
  const { rows } = await room.pool.query<{ key: string; count: number }>(
    `select cause || ' ' || status as key, count(*)::integer as count from texts group by 1`,
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
};
const becomes = (expected: Record<string, number>) =>
  vi.waitFor(async () => expect(await statuses()).toEqual(expected), 20_000);

const CAUSES = ['mood', 'message', 'connection', 'form'] as const;
let ada: string;
let grace: string;
const some = (count: number, author: string, phone_number: string, cause: (typeof CAUSES)[number] = 'message') =>
  Array.from({ length: count }, () => ({ cause, author, phone_number }));

describe('whose number it is', () => {
  test.each([
    ['911', 'not a whole phone number'],
    ['+1 0000911', 'not a whole phone number'],
    ['22395', 'not a whole phone number'],
    ['call 12', 'not a whole phone number'],
    ['900 555 0123, 415 555 0100', 'not a whole phone number'],
    ['+19005550123', 'a premium number'],
    ['1-900-555-0123 4', 'a premium number'],
    ['(９００) 123-4567', 'a premium number'],
    ['+449098790000', 'a premium number'],
    ['011 49 900 1234567', 'a premium number'],
    ['+979 123 456 789', 'a premium number'],
    ['+870 773 123456', 'a satellite number'],
    ['00 881 6 1234 5678', 'a satellite number'],
    ['0+882 16 1234567', 'a satellite number'],
    ['011 883 5100 1234567', 'a satellite number'],
  ])('%s is never texted, whatever the cause: %s', async (phone_number, reason) => {
    startOpenNode();
    await room.store(...CAUSES.map((cause) => ({ cause, phone_number })));
    await becomes({ 'mood cancelled': 1, 'message cancelled': 1, 'connection cancelled': 1, 'form cancelled': 1 });
    for (const text of await room.texts()) expect(text.last_error).toBe(`held back: ${reason}`);
    expect(endpoint.received).toEqual([]);
  });

  test.each([
    '+14155550100',
    '+442079460018',
    '+6834002',
    '+8801712345678',
    '555-0199',
    '+15550100',
    '1234567890',
    '(415) 055-0100',
    'home: 555 0100',
    '0171/1234567',
  ])('a friend’s %s is texted as it is, wherever that is', async (phone_number) => {
    startOpenNode();
    await room.store({ cause: 'mood', phone_number }, { cause: 'message', phone_number });
    await becomes({ 'mood sent': 1, 'message sent': 1 });
    expect(endpoint.received.map(({ body }) => body.phoneNumber)).toEqual([phone_number, phone_number]);
  });
});

describe('how many there are', () => {
  test('one person’s writing sends 500 texts a day, and never uses up everybody’s', async () => {
    startNode(600);
    await room.store(...some(250, ada, '+14155550101'), ...some(250, ada, '+14155550102'));
    await becomes({ 'message sent': 500 });
    await room.store(...some(40, ada, '+14155550103'), ...some(1, ada, '+14155550103', 'connection'));
    await becomes({ 'message sent': 500, 'message cancelled': 40, 'connection cancelled': 1 });
    await room.store(...some(9, grace, '+14155550103'));
    await becomes({ 'message sent': 509, 'message cancelled': 40, 'connection cancelled': 1 });
    const [held] = (await room.texts()).filter(({ status }) => status === 'cancelled');
    expect(held?.last_error).toBe('held back: 500 texts by one person within a day');
  }, 40_000);

  test('one number gets 300 a day, however it is written and whoever writes', async () => {
    startNode();
    await room.store(...some(150, ada, '+14155550101'), ...some(150, grace, '(415) 555-0101'));
    await becomes({ 'message sent': 300 });
    await room.store(...some(5, crypto.randomUUID(), '415 555 0101'), ...some(5, grace, '+141555501011234'));
    await becomes({ 'message sent': 300, 'message cancelled': 10 });
    await room.store(...some(3, grace, '+14155550102'));
    await becomes({ 'message sent': 303, 'message cancelled': 10 });
  }, 40_000);

  test('a text that is tried again is not counted again', async () => {
    const tried = new Set<unknown>();
    endpoint.answer = (response, { headers }) => {
      const isFirst = tried.size < tried.add(headers['idempotency-key']).size;
      response.writeHead(isFirst ? 503 : 202).end();
    };
    startNode();
    await room.store(...some(300, ada, '+14155550101'));
    await becomes({ 'message sent': 300 });
  }, 40_000);

  test('nothing is counted where limits are off', async () => {
    startOpenNode();
    await room.store(...some(320, ada, '+14155550101'));
    await becomes({ 'message sent': 320 });
  }, 40_000);
});

const person = (mood: Mood, age: string, network: string | null = null) => room.person({ mood, age, network });

/** Texts of a call for support by somebody, to these numbers. */
async function call(author: string, numbers: readonly string[], ago = '0'): Promise<void> {
  const { rows } = await room.pool.query<{ id: string }>(
    `insert into mood_choices (uid, mood, chosen_at) values ($1, 'Dark', now() - $2::interval) returning id`,
    [author, ago],
  );
  const cause_id = rows[0]!.id;
  const id = (n: number) => cause_id.slice(0, 28) + n.toString(16).padStart(8, '0');
  await room.store(
    ...numbers.map((phone_number, n) => ({ id: id(n), cause: 'mood' as const, cause_id, author, phone_number })),
  );
  await room.pool.query('update texts set created_at = now() - $2::interval where cause_id = $1', [cause_id, ago]);
}

const VICTIM = '+14155550101';
const numbers = (count: number) => Array.from({ length: count }, (_, n) => `+1415555${2000 + n}`);
const reasons = async () => [...new Set((await room.texts()).flatMap(({ last_error }) => last_error ?? []))];

describe('calls for support', () => {
  test('one phone is texted once a call, however its number is written', async () => {
    startOpenNode();
    await call(await person('Dark', '30 days'), [
      '+1 (415) 555-01012',
      VICTIM,
      '+14155550101234',
      '(415) 555-0101 5',
      '+14155550102',
    ]);
    await becomes({ 'mood sent': 2, 'mood cancelled': 3 });
    expect(endpoint.received.map(({ body }) => body.phoneNumber).sort()).toEqual([VICTIM, '+14155550102']);
    expect(await reasons()).toEqual(['held back: this number is texted for it already']);
  });

  test('one number gets 30 a day, however many people call and call again', async () => {
    startNode();
    const callers = await Promise.all(Array.from({ length: 8 }, () => person('Dark', '3 hours')));
    for (const caller of callers) for (let n = 0; n < 5; n++) await call(caller, [VICTIM]);
    await becomes({ 'mood sent': 30, 'mood cancelled': 10 });
    expect(await reasons()).toEqual(['held back: 30 texts for support to one number within a day']);
  }, 40_000);

  test('and 60 when each is the first of a day, by somebody who is not new: new accounts take nobody’s place', async () => {
    startNode();
    const puppets = await Promise.all(Array.from({ length: 40 }, (_, n) => person('Dark', '3 days', `network ${n}`)));
    for (const puppet of puppets) await call(puppet, [VICTIM]);
    await becomes({ 'mood sent': 30, 'mood cancelled': 10 });
    const friends = await Promise.all(Array.from({ length: 31 }, () => person('Dark', '30 days')));
    for (const friend of friends) await call(friend, [VICTIM]);
    await becomes({ 'mood sent': 60, 'mood cancelled': 11 });
  }, 40_000);

  test('after their first calls the new accounts of one network have ten together, and others’ calls go on', async () => {
    startNode();
    const puppet = await person('Dark', '3 days', 'one network');
    for (let n = 0; n < 15; n++) await call(puppet, [VICTIM]);
    await becomes({ 'mood sent': 11, 'mood cancelled': 4 });
    await call(await person('Dark', '3 days', 'one network'), [VICTIM]);
    const friend = await person('Dark', '30 days');
    for (let n = 0; n < 12; n++) await call(friend, [VICTIM]);
    await becomes({ 'mood sent': 24, 'mood cancelled': 4 });
  }, 40_000);

  test('neighbours whose numbers begin alike are both texted, and nobody’s shorter number takes a friend’s place', async () => {
    startNode();
    const neighbours = Array.from({ length: 10 }, (_, digit) => `+491761234567${digit}`);
    const numbers = [...neighbours, '+491761234567', '+393331234567', '+39333123456'];
    const friend = await person('Dark', '30 days');
    for (let n = 0; n < 3; n++) await call(friend, numbers);
    await becomes({ 'mood sent': 3 * numbers.length });
    expect(new Set(endpoint.received.map(({ body }) => body.phoneNumber))).toEqual(new Set(numbers));
  });

  test('accounts that have left are one person together: leaving brings no further texts', async () => {
    const left = await Promise.all(Array.from({ length: 4 }, () => person('Dark', '3 hours', 'one network')));
    for (const one of left) {
      await call(
        one,
        numbers(100).map((number, n) => `${number.slice(0, 8)}${left.indexOf(one)}${String(n).padStart(3, '0')}`),
      );
      await room.pool.query('delete from users where id = $1', [one]);
    }
    startNode();
    await becomes({ 'mood sent': 300, 'mood cancelled': 100 });
  }, 60_000);

  test('one that waits for room is counted once, however often it is looked at', async () => {
    const friend = await person('Dark', '30 days');
    await insertAttempts(room.pool, SECRET, { what: 'text', whom: 'all', times: 18, ago: '1 hour' });
    await insertAttempts(room.pool, SECRET, { what: 'support text, one', whom: friend, times: 1, ago: '1 hour' });
    startNode(20);
    await call(friend, [VICTIM]);
    for (let look = 0; look < 15; look++) {
      await vi.waitFor(async () => expect(await reasons()).toEqual(["waits: the day's texts are used up"]), 10_000);
      await room.pool.query(`update texts set next_attempt_at = now(), last_error = null where status = 'queued'`);
    }
    expect(await statuses()).toEqual({ 'mood queued': 1 });
    const { rows } = await room.pool.query(
      `select cardinality(times) as count from limits where what = 'support texts to one'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  }, 60_000);

  test('a person’s first call of a day reaches their whole circle; further ones 300 phones', async () => {
    startNode();
    const friend = await person('Dark', '30 days');
    await call(friend, numbers(320));
    await becomes({ 'mood sent': 320 });
    await call(friend, numbers(320));
    await becomes({ 'mood sent': 620, 'mood cancelled': 20 });
    expect(await reasons()).toEqual(['held back: 300 further texts for support by one person within a day']);
  }, 60_000);

  test('accounts that one network made within a week are one person to these limits', async () => {
    startNode();
    const puppets = await Promise.all(Array.from({ length: 4 }, () => person('Green', '3 hours', 'one network')));
    for (const puppet of puppets) await room.store(...some(150, puppet, '+14155550101').map(spread));
    await becomes({ 'message sent': 500, 'message cancelled': 100 });
    const settled = await person('Green', '8 days', 'one network');
    await room.store(...some(3, settled, '+14155550102'));
    await becomes({ 'message sent': 503, 'message cancelled': 100 });
  }, 60_000);

  test('one that could not leave for a quarter of an hour is cancelled when the person is well by then, and only then', async () => {
    const [green, yellow, dark] = [
      await person('Green', '9 days'),
      await person('Yellow', '9 days'),
      await person('Dark', '9 days'),
    ];
    for (const caller of [green, yellow, dark]) await call(caller, numbers(2), '16 minutes');
    await call(green, ['+14155550109'], '14 minutes');
    startOpenNode();
    await becomes({ 'mood sent': 3, 'mood cancelled': 4 });
    expect((await reasons()).sort()).toEqual([
      'held back: their mood is Green by now',
      'held back: their mood is Yellow by now',
    ]);
  });
});

const spread = <Text extends object>(text: Text, n: number) => ({ ...text, phone_number: numbers(200)[n]! });

describe('while the limits cannot be counted', () => {
  beforeEach(() => room.pool.query('alter table limits rename to elsewhere'));
  afterEach(() => room.pool.query('alter table if exists elsewhere rename to limits'));

  test('no text leaves that can wait, and none is given up for waiting', async () => {
    startNode();
    await room.store(...some(40, ada, VICTIM), ...some(2, grace, VICTIM, 'connection'));
    await vi.waitFor(async () => expect(await reasons()).toEqual(['waits: the limits cannot be counted']), 10_000);
    await becomes({ 'message queued': 40, 'connection queued': 2 });
    expect(endpoint.received).toEqual([]);
    await room.pool.query('alter table elsewhere rename to limits');
    await room.pool.query('update texts set next_attempt_at = now()');
    await becomes({ 'message sent': 40, 'connection sent': 2 });
    for (const text of await room.texts()) expect(text.attempts).toBe(1);
  }, 30_000);

  test('of calls for support a few go all the same: 25 by one person, three to one number', async () => {
    startNode();
    await call(await person('Dark', '30 days'), numbers(40));
    for (let n = 0; n < 5; n++) await call(await person('Dark', '30 days'), [VICTIM]);
    await becomes({ 'mood sent': 28, 'mood queued': 17 });
  }, 30_000);
});

test('a name that holds an address is no link in a text; what was typed by hand stays as it was typed', async () => {
  startOpenNode();
  const message =
    'Your friend Your parcel is held: http://evil.example/pay sent you a message on Moodring (https://moodring.example)';
  await room.store({ cause: 'message', message }, { cause: 'form', message });
  await becomes({ 'message sent': 1, 'form sent': 1 });
  expect(endpoint.received.map(({ body }) => body.message).sort()).toEqual([
    'Your friend Your parcel is held: http: / /evil.examp sent you a message on Moodring (https://moodring.example)',
    message,
  ]);
});
