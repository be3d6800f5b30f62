import { afterAll, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { stepCheckIns } from '#server/features/check-in/check-in-job.ts';
import { openEndpoint, type TestEndpoint } from '#tests/support/servers/endpoint.ts';
import { startTestServer, type TestServer } from '#tests/support/servers/test-server.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const limited = await startTestServer({ generalMessageUrl: endpoint.address, rateLimits: true, phoneProof: 'limited' });
const required = await startTestServer({ generalMessageUrl: endpoint.address, phoneProof: 'required' });

let numbers = 6_000;
async function person({ signUp, database }: TestServer, isProven: boolean): Promise<Member> {
  numbers += 1;
  const member = await signUp({ phonenumber: `+1415555${numbers}` });
  if (isProven) await database.pool.query('update users set phone_proven_at = now() where id = $1', [member.uid]);
  return member;
}

const textsTo = ({ received }: TestEndpoint, { phonenumber }: Member) =>
  received.filter(({ body }) => body.phoneNumber === phonenumber).map(({ body }) => body.message);

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
  await Promise.all(Array.from({ length: 52 }, () => [ada.say(proven), ada.say(unproven)]).flat());
  await ada.choose('Dark');
  const counts = await results(limited);
  expect(counts['cancelled, held back: 50 texts to one number within a day']).toBe(3);
  expect(textsTo(endpoint, proven)).toHaveLength(54);
  expect(textsTo(endpoint, unproven)).toHaveLength(51);
  expect(textsTo(endpoint, unproven).filter((text) => text.includes('changed to dark'))).toHaveLength(1);
});

test.each([
  ['messages of others do not use up the texts of missed check-ins to one number', 'texts to one, unproven', 10, 1],
  ['these have a limit of their own', 'missed texts to one, unproven', 50, 0],
])('PHONE_PROOF=limited: %s', async (_, what, times, texts) => {
  const [ada, grace] = [await person(limited, true), await person(limited, false)];
  await limited.insertAttempts({ what, whom: grace.phonenumber, times });
  await ada.connect(grace);
  const hours = { days: [1, 2, 3, 4, 5, 6, 7], at: '09:00', until: '12:00', zone: 'UTC' };
  await ada.put(`/api/users/${ada.uid}/check-in`, { ...hours, friends: [grace.uid] });
  await grace.put(`/api/users/${grace.uid}/check-ins/${ada.uid}`, { agrees: true });
  await limited.database.pool.query('update check_ins set ends_at = now(), due_at = now() where uid = $1', [ada.uid]);
  await stepCheckIns(limited.moodring.context);
  await limited.settled();
  expect(textsTo(endpoint, grace).filter((text) => text.includes('has not checked in'))).toHaveLength(texts);
});

test('PHONE_PROOF=required: only proven numbers are texted, whatever the cause', async () => {
  const ada = await person(required, true);
  const [proven, unproven] = [await person(required, true), await person(required, false)];
  for (const friend of [proven, unproven]) {
    await ada.connect(friend);
    await ada.say(friend);
  }
  await ada.choose('Purple');
  expect(await results(required)).toEqual({ sent: 3, 'cancelled, held back: a number that is not confirmed': 2 });
  expect(textsTo(endpoint, unproven)).toEqual([]);
  expect(textsTo(endpoint, proven)).toHaveLength(3);
});

test('PHONE_PROOF=required: a person cannot text a typed number', async () => {
  const ada = await person(required, true);
  const { status, body } = await ada.post('/api/texts/general', { phoneNumber: '+14155550199', message: 'Hello' });
  expect([status, body.error.message]).toEqual([
    400,
    'Here texts go only to people who have confirmed their phone number.',
  ]);
});
