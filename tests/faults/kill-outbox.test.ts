import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { hang, status } from '#tests/support/servers/endpoint.ts';
import { KilledApp } from './support/killed-app.ts';
import { repetitions } from './support/repetitions.ts';
import { reportCount } from './support/report-count.ts';
import { StatementLocks, type Step } from './support/statement-locks.ts';

const ROUNDS = Array.from({ length: repetitions(2) }, (_, round) => round + 1);
const FRIENDS = 5;

/** The outbox's statements. */
const STEPS = {
  claim: { table: 'text_causes', event: 'update', when: 'new.claims > old.claims' },
  recipients: { table: 'text_causes', event: 'update', when: 'new.ids is not null and old.ids is null' },
  record: { table: 'texts', event: 'insert', when: `new.status = 'sent'` },
  remove: { table: 'text_causes', event: 'delete' },
  claimRow: { table: 'texts', event: 'update', when: `new.status = 'sending' and old.status = 'queued'` },
  recordRow: { table: 'texts', event: 'update', when: `new.status = 'sent'` },
} satisfies Record<string, Step>;

let killed: KilledApp;
let ada: Member;
let grace: Member;
let locks: StatementLocks<keyof typeof STEPS>;

beforeAll(async () => {
  killed = await KilledApp.open('kill -9 at each step of the outbox');
  const people = await insertMembers(killed.sql, killed.app.url, killed.authSecret, 1 + FRIENDS);
  [ada, grace] = people as [Member, Member];
  await connectAll(killed.sql, people);
  locks = await StatementLocks.open(killed, STEPS);
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
  await locks.close();
  await killed.app.close();
});

beforeEach(() => {
  steps += 1;
});
afterEach(async () => {
  await locks.release();
  killed.texts.take();
});

/** What causes texts. @returns their ids */
type Cause = () => Promise<string[]>;

const message: Cause = async () => {
  const id = crypto.randomUUID();
  const answer = await ada.post('/api/messages', { id, receiver: grace.uid, content: 'Hello' });
  expect(answer.status).toBe(200);
  return [id];
};

/** A call for support has a text for each friend. */
const mood: Cause = async () => {
  expect((await ada.choose('Dark')).status).toBe(200);
  const [choice] = await killed.sql<{ id: string }>('select id from mood_choices order by chosen_at desc limit 1');
  return Array.from({ length: FRIENDS }, (_, n) => `${choice!.id.slice(0, 28)}0000000${n + 1}`);
};

/** A text by hand has a row before it is sent. */
const textByHand: Cause = async () => {
  const answer = await ada.post('/api/texts/general', { phoneNumber: '+14155550123', message: 'Hello' });
  expect(answer.status).toBe(202);
  const rows = await killed.sql<{ id: string }>(
    `select id from texts where cause = 'form' order by created_at desc limit 1`,
  );
  return rows.map(({ id }) => id);
};

/** So does a text that is sent again, which the endpoint has refused once. */
const retry: Cause = async () => {
  const { endpoint } = killed.app;
  const { answer } = endpoint;
  endpoint.answer = (...call) => {
    endpoint.answer = answer;
    status(503)(...call);
  };
  const ids = await message();
  await vi.waitFor(async () => expect(await statusesOf(ids)).toHaveLength(1), 10_000);
  return ids;
};

async function statusesOf(ids: string[]): Promise<string[]> {
  const rows = await killed.sql<{ now: string }>('select status as now from texts where id = any($1)', [ids]);
  return rows.map(({ now }) => now);
}

/** The causes that still have texts to send. */
const causes = () =>
  killed.sql<{ claimed: boolean; known: boolean }>(
    'select claims > 0 as claimed, ids is not null as known from text_causes',
  );

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** Starts the app again and sends every text. @returns how often the endpoint accepted each of these */
async function finalCounts(ids: string[]): Promise<number[]> {
  await killed.sendEveryText();
  expect(await statusesOf(ids)).toEqual(times(ids.length, 'sent'));
  const taken = ids.map((id) => killed.texts.taken.get(id) ?? 0);
  lost += taken.filter((count) => count === 0).length;
  doubled += taken.reduce((sum, count) => sum + Math.max(0, count - 1), 0);
  return taken;
}

/** Kills the app while the endpoint has got texts and answers none of them. */
async function killWhileSending(cause: Cause): Promise<string[]> {
  killed.texts.hang();
  const ids = await cause();
  const calls = times(cause === retry ? 2 : 1, ids).flat();
  const received = () => killed.app.endpoint.keys().filter((key) => ids.includes(String(key)));
  await vi.waitFor(() => expect(received().sort()).toEqual(calls.sort()), 10_000);
  await killed.kill();
  return ids;
}

describe.each(ROUNDS)('round %i', () => {
  test('while it claims a cause, and the claim is rolled back: the text is sent once', async () => {
    const ids = await locks.killAt('claim', 'rolled back', message);
    expect(await causes()).toEqual([{ claimed: false, known: true }]);
    expect(await finalCounts(ids)).toEqual([1]);
  });

  test('while it claims a cause, and the claim is committed: the text is sent once when the lease has ended', async () => {
    const ids = await locks.killAt('claim', 'committed', message);
    expect(await causes()).toEqual([{ claimed: true, known: true }]);
    expect(await finalCounts(ids)).toEqual([1]);
  });

  test('while it stores the recipients of a mood, and they are rolled back: each friend is texted once', async () => {
    const ids = await locks.killAt('recipients', 'rolled back', mood);
    expect(await causes()).toEqual([{ claimed: true, known: false }]);
    expect(await finalCounts(ids)).toEqual(times(FRIENDS, 1));
  });

  test('while it stores the recipients of a mood, and they are committed: each friend is texted once', async () => {
    const ids = await locks.killAt('recipients', 'committed', mood);
    expect(await causes()).toEqual([{ claimed: true, known: true }]);
    expect(await finalCounts(ids)).toEqual(times(FRIENDS, 1));
  });

  test.each([
    ['a message', message],
    ['a mood', mood],
  ])('while it sends the texts of %s, before the endpoint’s answers: each is sent once', async (_, cause) => {
    const ids = await killWhileSending(cause);
    expect([await causes(), await statusesOf(ids)]).toEqual([[{ claimed: true, known: true }], []]);
    killed.texts.take();
    expect(await finalCounts(ids)).toEqual(times(ids.length, 1));
  });

  test('half-way through the texts of a mood: those that were recorded are not sent again, and the others are sent once', async () => {
    const { answer } = killed.app.endpoint;
    let answers = 0;
    killed.app.endpoint.answer = (...call) => (++answers <= 2 ? answer : hang)(...call);
    const ids = await mood();
    await vi.waitFor(async () => expect(await statusesOf(ids)).toEqual(['sent', 'sent']), 10_000);
    await killed.kill();
    expect(await causes()).toEqual([{ claimed: true, known: true }]);
    killed.texts.take();
    expect(await finalCounts(ids)).toEqual(times(FRIENDS, 1));
  });

  describe.each(['record', 'remove'] as const)('after the endpoint’s answer, at the %s of its outcome', (step) => {
    test('which is rolled back: the text is sent twice under the same id', async () => {
      const ids = await locks.killAt(step, 'rolled back', message);
      expect([await causes(), await statusesOf(ids)]).toEqual([[{ claimed: true, known: true }], []]);
      expect(await finalCounts(ids)).toEqual([2]);
    });

    test('which is committed: the text is sent once, and its cause is gone', async () => {
      const ids = await locks.killAt(step, 'committed', message);
      expect([await causes(), await statusesOf(ids)]).toEqual([[], ['sent']]);
      expect(await finalCounts(ids)).toEqual([1]);
    });
  });

  describe.each([
    ['a text by hand', textByHand],
    ['a text that is tried again', retry],
  ])('%s', (_, cause) => {
    test('while it claims the text, and the claim is rolled back: the text is sent once', async () => {
      const ids = await locks.killAt('claimRow', 'rolled back', cause);
      expect(await statusesOf(ids)).toEqual(['queued']);
      expect(await finalCounts(ids)).toEqual([1]);
    });

    test('while it claims the text, and the claim is committed: the text is sent once when the lease has ended', async () => {
      const ids = await locks.killAt('claimRow', 'committed', cause);
      expect(await statusesOf(ids)).toEqual(['sending']);
      expect(await finalCounts(ids)).toEqual([1]);
    });

    test('while it sends the text, before the endpoint’s answer: the text is sent once', async () => {
      const ids = await killWhileSending(cause);
      expect(await statusesOf(ids)).toEqual(['sending']);
      killed.texts.take();
      expect(await finalCounts(ids)).toEqual([1]);
    });

    test('after the endpoint’s answer, and its record is rolled back: the text is sent twice under the same id', async () => {
      const ids = await locks.killAt('recordRow', 'rolled back', cause);
      expect(await statusesOf(ids)).toEqual(['sending']);
      expect(await finalCounts(ids)).toEqual([2]);
    });

    test('after the endpoint’s answer, and its record is committed: the text is sent once', async () => {
      const ids = await locks.killAt('recordRow', 'committed', cause);
      expect(await statusesOf(ids)).toEqual(['sent']);
      expect(await finalCounts(ids)).toEqual([1]);
    });
  });
});
