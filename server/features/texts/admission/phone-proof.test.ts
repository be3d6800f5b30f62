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

async function planCheckIn(ada: Member, grace: Member): Promise<void> {
  await ada.connect(grace);
  const hours = { days: [1, 2, 3, 4, 5, 6, 7], at: '09:00', until: '12:00', zone: 'UTC' };
  await ada.put(`/api/users/${ada.uid}/check-in`, { ...hours, friends: [grace.uid] });
  await grace.put(`/api/users/${grace.uid}/check-ins/${ada.uid}`, { agrees: true });
}

/** Does the step that is due so long before the end. */
async function stepCheckIn({ uid }: Member, before: string): Promise<void> {
  const { context } = limited.moodring;
  const text = 'update check_ins set ends_at = now() + $2::interval, due_at = now() where uid = $1';
  await context.pool.query(text, [uid, before]);
  await stepCheckIns(context);
  await limited.settled();
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
  await planCheckIn(ada, grace);
  await stepCheckIn(ada, '0 minutes');
  expect(textsTo(endpoint, grace).filter((text) => text.includes('has not checked in'))).toHaveLength(texts);
});

test('messages use up neither the reminders of a check-in nor the texts to friends', async () => {
  const [ada, grace] = [await person(limited, true), await person(limited, false)];
  // Limits of a new account are those of its network.
  await limited.database.pool.query(`update users set created_at = now() - interval '8 days' where id = $1`, [ada.uid]);
  await limited.insertAttempts({ what: 'texts to one', whom: ada.phonenumber, times: 60 });
  await limited.insertAttempts({ what: 'texts by one', whom: ada.uid, times: 100 });
  await planCheckIn(ada, grace);
  await stepCheckIn(ada, '30 minutes');
  expect(textsTo(endpoint, ada)).toEqual([expect.stringContaining('Please check in')]);
  await stepCheckIn(ada, '0 minutes');
  expect(textsTo(endpoint, grace)).toEqual([expect.stringContaining('has not checked in')]);
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
