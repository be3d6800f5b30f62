import { afterAll, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { openMailServer } from '#tests/support/servers/mail-server.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const [mail, endpoint] = [await openMailServer(), await openEndpoint()];
afterAll(() => Promise.all([mail.close(), endpoint.close()]));
const server = await startTestServer({
  rateLimits: true,
  trustProxy: 1,
  generalMessageUrl: endpoint.address,
  smtp: { url: mail.url, from: 'moodring@example.com' },
});
const { database, visitor } = server;

let numbers = 0;
/** People with numbers of their own. */
async function people(count: number): Promise<Member[]> {
  const members = await server.insertMembers(count);
  for (const { uid } of members) {
    numbers += 1;
    const number = `+1415555${8_000 + numbers}`;
    await database.pool.query('update users set phonenumber = $2, phone_e164 = $2 where id = $1', [uid, number]);
  }
  return members;
}

let networks = 0;
/** An address in a network that made no call yet. */
const newNetwork = () => `10.${++networks >> 8}.${networks & 255}.1`;

/** Makes a call repeatedly, and returns the statuses and the last message. */
async function repeat(
  count: number,
  call: (n: number) => Promise<{ status: number; body: { error?: { message: string } } }>,
) {
  const statuses: number[] = [];
  let message: string | undefined;
  for (let n = 0; n < count; n++) {
    const { status, body } = await call(n);
    statuses.push(status);
    message = body?.error?.message;
  }
  return { done: statuses.filter((status) => status !== 429).length, last: statuses.at(-1), message };
}

const post = (path: string, body: object, from: string, who: Pick<Member, 'call'> = visitor) =>
  who.call('POST', path, body, { 'x-forwarded-for': from });

test.each(['known', 'unknown'])('an email (%s) is mailed 5 links an hour, from all networks together', async (kind) => {
  const [person] = await people(1);
  const email = kind === 'known' ? person!.email : `${crypto.randomUUID()}@example.com`;
  const ask = () => post('/api/recovery/link', { email }, newNetwork());
  expect(await repeat(6, ask)).toEqual({
    done: 5,
    last: 429,
    message: expect.stringContaining('Please look for them'),
  });
});

test('a network asks for 20 links an hour', async () => {
  const from = newNetwork();
  const ask = (n: number) => post('/api/recovery/link', { email: `nobody.${n}@example.com` }, from);
  expect(await repeat(21, ask)).toMatchObject({ done: 20, last: 429 });
});

test.each(['known', 'unknown'])('an email (%s) gets 3 codes an hour, from all networks together', async (kind) => {
  const [person] = await people(1);
  await database.pool.query('update users set phone_proven_at = now() where id = $1', [person!.uid]);
  const email = kind === 'known' ? person!.email : `${crypto.randomUUID()}@example.com`;
  const ask = () => post('/api/recovery/code', { email }, newNetwork());
  expect(await repeat(4, ask)).toMatchObject({ done: 3, last: 429 });
});

test('a network asks for 10 reset codes a day', async () => {
  const from = newNetwork();
  const ask = (n: number) => post('/api/recovery/code', { email: `no.${n}@example.com` }, from);
  expect(await repeat(11, ask)).toMatchObject({ done: 10, last: 429 });
});

test('20 guesses of links and codes together find nothing, then a network is refused', async () => {
  const from = newNetwork();
  const guess = (n: number) =>
    n % 2
      ? post('/api/recovery/password', { token: `guess ${n}`, password: 'tangerine kettle' }, from)
      : post(
          '/api/recovery/password/code',
          { ticket: crypto.randomUUID(), code: String(100_000 + n), password: 'tangerine kettle' },
          from,
        );
  expect(await repeat(21, guess)).toMatchObject({ done: 20, last: 429 });
  expect((await post('/api/recovery/link/owner', { token: 'guess' }, from)).status).toBe(429);
  expect((await post('/api/recovery/email', { token: 'guess' }, from)).status).toBe(429);
  const events = server.log.lines.filter(({ event }) => event === 'recovery-refused');
  expect(events.length).toBeGreaterThanOrEqual(10);
});

test('a person asks for 3 proof codes an hour', async () => {
  const [person] = await people(1);
  const ask = () => post(`/api/users/${person!.uid}/phone/code`, {}, newNetwork(), person!);
  expect(await repeat(4, ask)).toMatchObject({ done: 3, last: 429 });
});

test('a number is sent 5 proof codes a day by all people together, however they write it', async () => {
  const asking = await people(6);
  const ask = async (n: number) => {
    const number = ['+14155557001', '415 555 7001', '(415) 555-7001'][n % 3];
    const person = asking[n]!;
    await database.pool.query(`update users set phonenumber = $2, phone_e164 = '+14155557001' where id = $1`, [
      person.uid,
      number,
    ]);
    return post(`/api/users/${person.uid}/phone/code`, {}, newNetwork(), person);
  };
  expect(await repeat(6, ask)).toMatchObject({ done: 5, last: 429 });
  expect(endpoint.received.filter(({ body }) => body.phoneNumber === '+14155557001')).toHaveLength(5);
});

test('a network asks for 10 proof codes a day', async () => {
  const from = newNetwork();
  const asking = await people(11);
  const ask = (n: number) => post(`/api/users/${asking[n]!.uid}/phone/code`, {}, from, asking[n]!);
  expect(await repeat(11, ask)).toMatchObject({ done: 10, last: 429 });
});

test('a person asks for 5 mails an hour, and a network for 20 a day', async () => {
  const from = newNetwork();
  const asking = await people(5);
  const confirm = (person: Member, address: string) =>
    post(`/api/users/${person.uid}/email/confirmation`, {}, address, person);
  expect(await repeat(6, () => confirm(asking[0]!, newNetwork()))).toMatchObject({ done: 5, last: 429 });
  expect(await repeat(21, (n) => confirm(asking[1 + (n % 4)]!, from))).toMatchObject({ last: 429 });
});

test('while limits cannot be counted, no link and no code is sent', async () => {
  const [person] = await people(1);
  await server.settled();
  const before = [mail.received.length, endpoint.received.length];
  await database.pool.query('alter table limits rename to limits_away');
  try {
    for (const path of ['/api/recovery/link', '/api/recovery/code'])
      expect((await post(path, { email: person!.email }, newNetwork())).status).toBe(503);
    expect((await post(`/api/users/${person!.uid}/phone/code`, {}, newNetwork(), person!)).status).toBe(503);
  } finally {
    await database.pool.query('alter table limits_away rename to limits');
  }
  await server.settled();
  expect([mail.received.length, endpoint.received.length]).toEqual(before);
});
