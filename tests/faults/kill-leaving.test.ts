import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Client, Member, PASSWORD } from '#fixtures/client.ts';
import { insertMembers } from '#fixtures/insert-members.ts';
import { callOnce } from './support/call-once.ts';
import { KilledApp } from './support/killed-app.ts';
import { repetitions } from './support/repetitions.ts';
import { reportCount } from './support/report-count.ts';

const ROUNDS = repetitions(4);
const ROWS = 20_000;

let killed: KilledApp;
let grace: Member;
beforeAll(async () => {
  killed = await KilledApp.open('kill -9 while a person leaves');
  [grace] = (await insertMembers(killed.sql, killed.app.url, killed.authSecret, 1)) as [Member];
});
afterAll(() => killed.app.close());

/** Signs up a person with a friend, and many messages and moods. */
async function signUpAda(round: number): Promise<Member> {
  const profile = { firstname: 'Ada', lastname: 'Lovelace', email: `ada-${round}@example.com`, phonenumber: '' };
  const body = { ...profile, name: '', password: PASSWORD };
  const { body: answer } = await new Client(killed.app.url).post('/api/identity/sign-up/email', body);
  const ada = new Member(killed.app.url, { ...profile, uid: answer.user.id });
  await ada.signIn(profile.email, PASSWORD);
  await ada.connect(grace);
  await killed.sql(
    `insert into messages (id, sender, receiver, content)
     select gen_random_uuid(), $1, $2, n::text from generate_series(1, ${ROWS}) n`,
    [ada.uid, grace.uid],
  );
  await killed.sql(
    `insert into mood_choices (uid, mood, chosen_at) select $1, 'Green', now() - n * interval '1 s' from generate_series(1, ${ROWS}) n`,
    [ada.uid],
  );
  return ada;
}

interface Rows {
  users: number;
  departures: number;
  rest: number;
}

async function rowsOf({ uid }: Member): Promise<Rows> {
  const [rows] = await killed.sql<Rows>(
    `select (select count(*) from users where id = $1)::integer as users,
            (select count(*) from departures where uid = $1)::integer as departures,
            ((select count(*) from messages where $1 in (sender, receiver))
              + (select count(*) from mood_choices where uid = $1)
              + (select count(*) from connections where $1 in (owner, other)))::integer as rest`,
    [uid],
  );
  return rows!;
}

test('kill -9 at any moment while a person leaves: afterwards all their rows are there, or none', async () => {
  let duringPurge = 0;
  let losses = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const ada = await signUpAda(round);
    const before = await rowsOf(ada);
    const answer = callOnce(ada, 'POST', `/api/users/${ada.uid}/leave`, { password: PASSWORD });
    if (round % 2 === 0) {
      // A random moment: before, in or after the transaction. Checking the password takes a few tenths of a second.
      await pause(killed.random.below(600));
    } else {
      await vi.waitFor(async () => expect((await rowsOf(ada)).departures).toBe(1), { timeout: 10_000, interval: 5 });
      // A random moment of the purge.
      await pause(killed.random.below(60));
    }
    await killed.kill();
    const { kind } = await answer;
    const after = await rowsOf(ada);
    if (after.departures > 0 && after.rest > 0 && after.rest < before.rest) duringPurge += 1;

    await killed.app.start();
    if (after.users === 1) {
      expect(kind).not.toBe('done');
      expect(after).toEqual(before);
      expect(await ada.signIn(ada.email, PASSWORD)).toMatchObject({ status: 200 });
      continue;
    }
    expect(await new Client(killed.app.url).signIn(ada.email, PASSWORD)).toMatchObject({ status: 401 });
    expect((await grace.circle()).body).not.toContainEqual(expect.objectContaining({ uid: ada.uid }));
    const gone = { users: 0, departures: 0, rest: 0 };
    await vi
      .waitFor(async () => expect(await rowsOf(ada)).toEqual(gone), { timeout: 60_000, interval: 100 })
      .catch((error) => {
        losses += 1;
        throw error;
      });
  }
  reportCount({ what: 'kill -9 while a person leaves', tries: ROUNDS, faults: killed.kills, losses });
  expect(duringPurge, 'kills during a purge').toBeGreaterThan(0);
});
