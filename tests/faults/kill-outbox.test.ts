import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { KilledApp } from './support/killed-app.ts';
import { repetitions } from './support/repetitions.ts';
import { reportCount } from './support/report-count.ts';

const ROUNDS = Array.from({ length: repetitions(5) }, (_, round) => round + 1);

/** Advisory locks: the outbox's statements wait for them in their transactions. */
const LOCKS = { sending: 101, sent: 102 };

/** The outcome of the statement that the killed app was waiting for. */
const OUTCOMES = {
  'rolled back': 'select pg_terminate_backend($1)',
  committed: 'select pg_advisory_unlock_all() where $1::integer is not null',
};
type Outcome = keyof typeof OUTCOMES;

let killed: KilledApp;
let ada: Member;
let grace: Member;
let locker: pg.Client;

beforeAll(async () => {
  killed = await KilledApp.open('kill -9 at each step of the outbox');
  const people = await insertMembers(killed.sql, killed.app.url, killed.authSecret, 2);
  [ada, grace] = people as [Member, Member];
  await connectAll(killed.sql, people);
  await killed.sql(
    `create function wait_for_lock() returns trigger language plpgsql as $$
     begin
       perform pg_advisory_xact_lock_shared(case new.status when 'sending' then ${LOCKS.sending} else ${LOCKS.sent} end);
       return new;
     end $$`,
  );
  await killed.sql(
    `create trigger wait_for_lock before update of status on texts
     for each row when (new.status in ('sending', 'sent')) execute function wait_for_lock()`,
  );
  locker = new pg.Client({ connectionString: killed.app.databaseUrl });
  await locker.connect();
});

let steps = 0;
let doubled = 0;
let lost = 0;
afterAll(async () => {
  reportCount({
    what: 'kill -9 of the app at each step of the outbox',
    tries: steps,
    faults: killed.kills,
    losses: lost,
    doubled,
  });
  await locker.end();
  await killed.app.close();
});

let id: string;
beforeEach(() => {
  id = crypto.randomUUID();
  steps += 1;
});
afterEach(async () => {
  await locker.query('select pg_advisory_unlock_all()');
  killed.texts.take();
});

const write = async () => {
  const { status } = await ada.post('/api/messages', { id, receiver: grace.uid, content: 'Hello' });
  expect(status).toBe(200);
};

const statusNow = async () =>
  (await killed.sql<{ status: string }>('select status from texts where id = $1', [id]))[0]?.status;

/** Starts the app again and sends every text. @returns how often the endpoint accepted this text */
async function finalCount(): Promise<number> {
  await killed.sendEveryText();
  expect(await statusNow()).toBe('sent');
  const taken = killed.texts.taken.get(id) ?? 0;
  if (taken === 0) lost += 1;
  doubled += Math.max(0, taken - 1);
  return taken;
}

/** Kills the app while its statement waits for a lock, then rolls the statement back or lets it commit. */
async function killAt(step: keyof typeof LOCKS, outcome: Outcome): Promise<void> {
  await locker.query('select pg_advisory_lock($1)', [LOCKS[step]]);
  await write();
  const waiting = await vi.waitFor(async () => {
    const [first] = await killed.sql<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
      [LOCKS[step]],
    );
    expect(first).toBeDefined();
    return first!.pid;
  }, 10_000);
  await killed.app.kill();
  await locker.query(OUTCOMES[outcome], [waiting]);
  await locker.query('select pg_advisory_unlock_all()');
  await vi.waitFor(async () => {
    expect(await killed.sql('select from pg_stat_activity where pid = $1', [waiting])).toEqual([]);
  }, 10_000);
  await killed.kill();
}

describe.each(ROUNDS)('round %i', () => {
  test('while it claims a text, and the claim is rolled back: the text is sent once', async () => {
    await killAt('sending', 'rolled back');
    expect(await statusNow()).toBe('queued');
    expect(await finalCount()).toBe(1);
  });

  test('while it claims a text, and the claim is committed: the text is sent once when the lease has ended', async () => {
    await killAt('sending', 'committed');
    expect(await statusNow()).toBe('sending');
    expect(await finalCount()).toBe(1);
  });

  test('while it sends a text, before the endpoint’s answer: the text is sent once', async () => {
    killed.texts.hang();
    const before = killed.app.endpoint.received.length;
    await write();
    await vi.waitFor(() => expect(killed.app.endpoint.received.length).toBe(before + 1), 10_000);
    await killed.kill();
    expect(await statusNow()).toBe('sending');
    killed.texts.take();
    expect(await finalCount()).toBe(1);
  });

  test('after the endpoint’s answer, and its record is rolled back: the text is sent twice under the same id', async () => {
    await killAt('sent', 'rolled back');
    expect(await statusNow()).toBe('sending');
    expect(await finalCount()).toBe(2);
  });

  test('after the endpoint’s answer, and its record is committed: the text is sent once', async () => {
    await killAt('sent', 'committed');
    expect(await statusNow()).toBe('sent');
    expect(await finalCount()).toBe(1);
  });
});
