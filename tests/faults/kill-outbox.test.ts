import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { KilledApp } from './support/killed-app.ts';
import { repetitions } from './support/repetitions.ts';
import { reportCount } from './support/report-count.ts';

const ROUNDS = Array.from({ length: repetitions(5) }, (_, round) => round + 1);

/** Advisory locks that the outbox's own statements wait for, within their transaction. */
const GATES = { sending: 101, sent: 102 };

/** What PostgreSQL does with the statement that the killed app has left behind. */
const FATES = {
  'its backend ends too': 'select pg_terminate_backend($1)',
  'PostgreSQL still carries it out': 'select pg_advisory_unlock_all() where $1::integer is not null',
};
type Fate = keyof typeof FATES;

let killed: KilledApp;
let ada: Member;
let grace: Member;
let gate: pg.Client;

beforeAll(async () => {
  killed = await KilledApp.open('kill -9 at each step of the outbox');
  const people = await insertMembers(killed.sql, killed.app.url, killed.authSecret, 2);
  [ada, grace] = people as [Member, Member];
  await connectAll(killed.sql, people);
  await killed.sql(
    `create function stand_at_gate() returns trigger language plpgsql as $$
     begin
       perform pg_advisory_xact_lock_shared(case new.status when 'sending' then ${GATES.sending} else ${GATES.sent} end);
       return new;
     end $$`,
  );
  await killed.sql(
    `create trigger stand_at_gate before update of status on texts
     for each row when (new.status in ('sending', 'sent')) execute function stand_at_gate()`,
  );
  gate = new pg.Client({ connectionString: killed.app.databaseUrl });
  await gate.connect();
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
  await gate.end();
  await killed.app.close();
});

let id: string;
beforeEach(() => {
  id = crypto.randomUUID();
  steps += 1;
});
afterEach(async () => {
  await gate.query('select pg_advisory_unlock_all()');
  killed.texts.take();
});

const write = async () => {
  const { status } = await ada.post('/api/messages', { id, receiver: grace.uid, content: 'Hello' });
  expect(status).toBe(200);
};

const statusNow = async () =>
  (await killed.sql<{ status: string }>('select status from texts where id = $1', [id]))[0]?.status;

/** How often the endpoint has taken the text once another app has come and gone on. */
async function takenInTheEnd(): Promise<number> {
  await killed.sendEveryText();
  expect(await statusNow()).toBe('sent');
  const taken = killed.texts.taken.get(id) ?? 0;
  if (taken === 0) lost += 1;
  doubled += Math.max(0, taken - 1);
  return taken;
}

/** Keeps the app's statement from ending, kills the app meanwhile, and lets the statement have its fate. */
async function killAt(step: keyof typeof GATES, fate: Fate): Promise<void> {
  await gate.query('select pg_advisory_lock($1)', [GATES[step]]);
  await write();
  const waiting = await vi.waitFor(async () => {
    const [first] = await killed.sql<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
      [GATES[step]],
    );
    expect(first).toBeDefined();
    return first!.pid;
  }, 10_000);
  await killed.app.kill();
  await gate.query(FATES[fate], [waiting]);
  await gate.query('select pg_advisory_unlock_all()');
  await vi.waitFor(async () => {
    expect(await killed.sql('select from pg_stat_activity where pid = $1', [waiting])).toEqual([]);
  }, 10_000);
  await killed.kill();
}

describe.each(ROUNDS)('round %i', () => {
  test('while it claims a text, and the claim is undone', async () => {
    await killAt('sending', 'its backend ends too');
    expect(await statusNow()).toBe('queued');
    expect(await takenInTheEnd()).toBe(1);
  });

  test('while it claims a text, and the claim holds: it is sent when the claim has run out', async () => {
    await killAt('sending', 'PostgreSQL still carries it out');
    expect(await statusNow()).toBe('sending');
    expect(await takenInTheEnd()).toBe(1);
  });

  test('while it sends a text that the endpoint has not answered', async () => {
    killed.texts.hang();
    const before = killed.app.endpoint.received.length;
    await write();
    await vi.waitFor(() => expect(killed.app.endpoint.received.length).toBe(before + 1), 10_000);
    await killed.kill();
    expect(await statusNow()).toBe('sending');
    killed.texts.take();
    expect(await takenInTheEnd()).toBe(1);
  });

  test('after the endpoint’s answer, and the record is undone: the one way to a second text, under the same id', async () => {
    await killAt('sent', 'its backend ends too');
    expect(await statusNow()).toBe('sending');
    expect(await takenInTheEnd()).toBe(2);
  });

  test('after the endpoint’s answer, and the record holds', async () => {
    await killAt('sent', 'PostgreSQL still carries it out');
    expect(await statusNow()).toBe('sent');
    expect(await takenInTheEnd()).toBe(1);
  });
});
