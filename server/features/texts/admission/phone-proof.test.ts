import { afterAll, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { openEndpoint, type TestEndpoint } from '#tests/support/servers/endpoint.ts';
import { startTestServer, type TestServer } from '#tests/support/servers/test-server.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const limited = await startTestServer({ generalMessageUrl: endpoint.address, rateLimits: true, phoneProof: 'limited' });
const required = await startTestServer({ generalMessageUrl: endpoint.address, phoneProof: 'required' });

let numbers = 0;
async function person(server: TestServer, isProven: boolean): Promise<Member> {
  const [member] = await server.insertMembers(1);
  numbers += 1;
  const number = `+1415555${6_000 + numbers}`;
  await server.database.pool.query(`update users set phonenumber = $2, phone_e164 = $2 where id = $1`, [
    member!.uid,
    number,
  ]);
  if (isProven)
    await server.database.pool.query('update users set phone_proven_at = now() where id = $1', [member!.uid]);
  return Object.assign(member!, { phonenumber: number });
}

const textsTo = ({ received }: TestEndpoint, { phonenumber }: Member) =>
  received.filter(({ body }) => body.phoneNumber === phonenumber).map(({ body }) => body.message);

const write = (from: Member, to: Member) =>
  from.post('/api/messages', { id: crypto.randomUUID(), receiver: to.uid, content: 'Hello' });

async function results({ settled, database }: TestServer): Promise<Record<string, number>> {
  await settled();
  const { rows } = await database.pool.query<{ status: string; count: number }>(
    `select status || coalesce(', ' || last_error, '') as status, count(*)::integer as count from texts group by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}

test('PHONE_PROOF=limited: an unproven number gets 50 texts a day about messages, a proven one more; support comes in any case', async () => {
  const ada = await person(limited, true);
  const [proven, unproven] = [await person(limited, true), await person(limited, false)];
  for (const friend of [proven, unproven]) await ada.connect(friend);
  // Connecting has sent one text to each.
  for (let message = 0; message < 52; message++) {
    await write(ada, proven);
    await write(ada, unproven);
  }
  await ada.choose('Dark');
  const counts = await results(limited);
  expect(counts['cancelled, held back: 50 texts to one unconfirmed number within a day']).toBe(3);
  expect(textsTo(endpoint, proven)).toHaveLength(54);
  expect(textsTo(endpoint, unproven)).toHaveLength(51);
  expect(textsTo(endpoint, unproven).filter((text) => text.includes('changed to dark'))).toHaveLength(1);
});

test('PHONE_PROOF=required: only proven numbers are texted, whatever the cause', async () => {
  const ada = await person(required, true);
  const [proven, unproven] = [await person(required, true), await person(required, false)];
  for (const friend of [proven, unproven]) {
    await ada.connect(friend);
    await write(ada, friend);
  }
  await ada.choose('Purple');
  expect(await results(required)).toEqual({ sent: 3, 'cancelled, held back: a number that is not confirmed': 3 });
  expect(textsTo(endpoint, unproven)).toEqual([]);
  expect(textsTo(endpoint, proven)).toHaveLength(3);
});

test('PHONE_PROOF=required: a number that somebody else entered first is texted for the person who has proven it', async () => {
  const ada = await person(required, true);
  const [stranger, owner] = [await person(required, false), await person(required, false)];
  const { pool } = required.database;
  await pool.query('update users set phonenumber = $2, phone_e164 = $2 where id = any($1)', [
    [stranger.uid, owner.uid],
    owner.phonenumber,
  ]);
  await pool.query(`update users set created_at = created_at - interval '1 year' where id = $1`, [stranger.uid]);
  await pool.query('update users set phone_proven_at = now() where id = $1', [owner.uid]);
  for (const friend of [stranger, owner]) await ada.connect(friend);
  await ada.choose('Dark');
  await required.settled();
  expect(textsTo(endpoint, owner).filter((text) => text.includes('changed to dark'))).toHaveLength(1);
});

test('PHONE_PROOF=required: a person cannot text a typed number', async () => {
  const ada = await person(required, true);
  const { status, body } = await ada.post('/api/texts/general', { phoneNumber: '+14155550199', message: 'Hello' });
  expect([status, body.error.message]).toEqual([
    400,
    'Here texts go only to people who have confirmed their phone number.',
  ]);
});
