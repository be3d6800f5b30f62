import { expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer();
const { database, moodring, signUp, settled, findPersonalData } = server;

const ada = await signUp({ firstname: 'Ada', phonenumber: '415 555 0101' });
const mei = await signUp({ firstname: 'Mei' });

/** A friend of Ada with a phone and a session. */
async function friendOfAda(): Promise<Member> {
  const friend = await signUp({ firstname: 'Grace', phonenumber: '415 555 0102' });
  await ada.connect(friend);
  return friend;
}

/** A call may succeed or be refused, nothing else. */
const EXPECTED = [200, 202, 401, 403, 404];

const message = ({ uid }: Member) => ({ id: crypto.randomUUID(), receiver: uid, content: 'Between you and me' });
const newestWith = async ({ uid }: Member): Promise<string> =>
  (await ada.get(`/api/messages?with=${uid}`)).body.messages?.at(-1)?.id ?? crypto.randomUUID();
const handWritten = { phoneNumber: '415 555 0199', message: 'By hand' };

/** Calls that name the leaving person, by them and to them. */
const CALLS: Record<string, (grace: Member) => Promise<{ status: number }>> = {
  'a message to them': (grace) => ada.post('/api/messages', message(grace)),
  'a message by them': (grace) => grace.post('/api/messages', message(ada)),
  'a reaction by them': async (grace) =>
    grace.put(`/api/messages/${await newestWith(grace)}/reaction`, { emoji: '🤗' }),
  'a message deleted by them': async (grace) =>
    grace.post(`/api/messages/${await newestWith(grace)}/delete`, { for: 'me' }),
  'a friend’s call for support': () => ada.choose('Dark'),
  'their own mood': (grace) => grace.choose('Yellow'),
  'a connection with them': (grace) => mei.connect(grace),
  'a text by hand': (grace) => grace.post('/api/texts/general', handWritten),
};

/** Makes a call while a person's deletion is not committed yet. @returns its result */
async function asTheyLeave<Made>({ uid }: Member, doing: () => Promise<Made>): Promise<Made> {
  const end = await holdTransaction(database.pool, 'delete from users where id = $1', [uid]);
  let isDone = false;
  const made = doing().finally(() => {
    isDone = true;
  });
  await vi.waitFor(async () => expect(isDone || (await countLockWaits(database.pool))).toBeTruthy(), { interval: 10 });
  await end('commit');
  moodring.context.purgeWorker.wake();
  return made;
}

test.each(Object.entries(CALLS))('%s, in the moment of leaving, goes with them or is refused', async (_, call) => {
  const grace = await friendOfAda();
  const { status } = await asTheyLeave(grace, () => call(grace));
  expect(EXPECTED).toContain(status);
  await settled();
  expect(await findPersonalData(grace.uid)).toEqual([]);
});

test('leaving removes nothing of other people, even from the same batch', async () => {
  const [grace, mei] = [await friendOfAda(), await friendOfAda()];
  const tab = await mei.listen();
  const sends = () => Promise.all([grace, grace, mei, grace, mei].map((to) => ada.post('/api/messages', message(to))));
  const answers = await asTheyLeave(grace, sends);
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 200, 403, 200]);
  expect((await tab.everything()).map(({ type }) => type)).toEqual(['message', 'message']);
});

test('two friends who leave at the same moment leave no rows', async () => {
  for (let round = 0; round < 5; round++) {
    const both = [await friendOfAda(), await friendOfAda()] as const;
    await both[0].connect(both[1]);
    const leaving = both.map((who) => who.leave());
    expect((await Promise.all(leaving)).map(({ status }) => status)).toEqual([200, 200]);
    await settled();
    for (const { uid } of both) expect(await findPersonalData(uid)).toEqual([]);
  }
});
