import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Client, Member } from '#fixtures/client.ts';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { findPersonalData } from '#tests/support/database/find-personal-data.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { newSession } from '#tests/support/people/new-session.ts';
import { type OtherNode, startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { leave } from './leave.ts';

const server = await startTestServer();
const { database, moodring, signUp, settled } = server;

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

/** Calls that name the leaving person, by them and to them, on one node. */
const CALLS: Record<string, (grace: Member, as: (who: Member) => Client) => Promise<{ status: number }>> = {
  'a message to them': (grace, as) => as(ada).post('/api/messages', message(grace)),
  'a message by them': (grace, as) => as(grace).post('/api/messages', message(ada)),
  'a reaction by them': async (grace, as) =>
    as(grace).put(`/api/messages/${await newestWith(grace)}/reaction`, { emoji: '🤗' }),
  'a message deleted by them': async (grace, as) =>
    as(grace).post(`/api/messages/${await newestWith(grace)}/delete`, { for: 'me' }),
  'a friend’s call for support': (_, as) => as(ada).put(`/api/users/${ada.uid}/info/mood`, { mood: 'Dark' }),
  'their own mood': (grace, as) => as(grace).put(`/api/users/${grace.uid}/info/mood`, { mood: 'Yellow' }),
  'a connection with them': (grace, as) => as(mei).put(`/api/users/${mei.uid}/connections/${grace.uid}`),
  'a text by hand': (grace, as) => as(grace).post('/api/texts/general', handWritten),
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

test.each(Object.entries(CALLS))(
  '%s, in the moment in which they leave, goes with them or is refused',
  async (_, call) => {
    const grace = await friendOfAda();
    const { status } = await asTheyLeave(grace, () => call(grace, (who) => who));
    expect(EXPECTED).toContain(status);
    await settled();
    expect(await findPersonalData(database.pool, grace.uid)).toEqual([]);
  },
);

test('leaving removes nothing of other people, even from the same batch', async () => {
  const [grace, mei] = [await friendOfAda(), await friendOfAda()];
  const tab = await mei.listen();
  const sends = () => Promise.all([grace, grace, mei, grace, mei].map((to) => ada.post('/api/messages', message(to))));
  const answers = await asTheyLeave(grace, sends);
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 200, 403, 200]);
  expect((await tab.everything()).map(({ type }) => type)).toEqual(['message', 'message']);
});

/** Makes all calls at once, repeatedly, on two nodes and in two sessions, until the person has left. */
function keepCalling(grace: Member, session: Client, other: OtherNode): () => Promise<Set<number>> {
  const statuses = new Set<number>();
  let isOver = false;
  const ways: ((who: Member) => Client)[] = [
    (who) => who,
    (who) => other.as(who),
    (who) => (who === grace ? session : who),
  ];
  const loops = Object.values(CALLS).flatMap((call) =>
    ways.map(async (as) => {
      while (!isOver) statuses.add((await call(grace, as)).status);
    }),
  );
  return async () => {
    isOver = true;
    await Promise.all(loops);
    return statuses;
  };
}

test('people who leave repeatedly during all kinds of calls on two nodes leave no rows', async () => {
  const other = await startOtherNode(server);
  onTestFinished(other.stop);
  for (let round = 0; round < 15; round++) {
    const grace = await friendOfAda();
    // Every third time a friend of both leaves at the same time.
    const together = round % 3 === 0 ? [grace, await friendOfAda()] : [grace];
    for (const mei of together.slice(1)) await grace.connect(mei);
    const people = await Promise.all(together.map(({ cookie }) => moodring.context.identity.findPerson(cookie)));
    const over = keepCalling(grace, (await newSession(server, grace)).client, other);
    // biome-ignore lint/plugin: each round leaves at another moment
    await pause(5 * round);
    await Promise.all(people.map((person) => leave(moodring.context, person!)));
    expect(EXPECTED).toEqual(expect.arrayContaining([...(await over())]));
    await settled();
    expect(await findPersonalData(database.pool, grace.uid)).toEqual([]);
  }
}, 120_000);
