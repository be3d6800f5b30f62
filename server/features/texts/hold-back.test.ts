import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openEndpoint, type TestEndpoint } from '#tests/support/endpoint.ts';
import { openOutboxRoom } from '#tests/support/outbox.ts';
import { type Limits, NO_LIMITS, openLimits } from '../../limits/index.ts';
import { createAllowance } from './allowance.ts';
import { httpGateway } from './http-gateway.ts';

const RULES = { defaultCountry: 'US', appUrl: 'https://moodring.example' } as const;

let room: Awaited<ReturnType<typeof openOutboxRoom>>;
let endpoint: TestEndpoint;
let nodes: Limits[] = [];
beforeAll(async () => {
  room = await openOutboxRoom();
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
  const limits = openLimits({ databaseUrl: room.url, log });
  nodes.push(limits);
  return room.startOutbox(gateways(), {}, createAllowance(limits, perDay, log), { ...RULES, limits });
}

/** A node that counts nothing. */
const startOpenNode = () => room.startOutbox(gateways(), {}, undefined, { ...RULES, limits: NO_LIMITS });

const statuses = async () => {
  const { rows } = await room.pool.query<{ key: string; count: number }>(
    `select cause || ' ' || status as key, count(*)::integer as count from texts group by 1`,
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
};
const becomes = (expected: Record<string, number>) =>
  vi.waitFor(async () => expect(await statuses()).toEqual(expected), 20_000);

const CAUSES = ['mood', 'message', 'connection', 'form'] as const;
const ada = crypto.randomUUID();
const grace = crypto.randomUUID();
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

  test('one number gets 300 a day, however it is written and whoever writes; calls for support always come', async () => {
    startNode();
    await room.store(...some(150, ada, '+14155550101'), ...some(150, grace, '(415) 555-0101'));
    await becomes({ 'message sent': 300 });
    await room.store(...some(5, crypto.randomUUID(), '415 555 0101'), ...some(7, ada, '+14155550101', 'mood'));
    await becomes({ 'message sent': 300, 'message cancelled': 5, 'mood sent': 7 });
    await room.store(...some(3, grace, '+14155550102'));
    await becomes({ 'message sent': 303, 'message cancelled': 5, 'mood sent': 7 });
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

test('a name that holds an address is no link in a text; what was typed by hand stays as it was typed', async () => {
  startOpenNode();
  const message =
    'Your friend Your parcel is held: http://evil.example/pay sent you a message on Moodring (https://moodring.example)';
  await room.store({ cause: 'message', message }, { cause: 'form', message });
  await becomes({ 'message sent': 1, 'form sent': 1 });
  expect(endpoint.received.map(({ body }) => body.message).sort()).toEqual([
    'Your friend Your parcel is held: http: //evil. example/pay sent you a message on Moodring (https://moodring.example)',
    message,
  ]);
});
