import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll } from '#fixtures/insert-members.ts';
import { sqlOn } from '#fixtures/sql.ts';
import { hang, openEndpoint, reset, status, type TestEndpoint } from '#tests/support/servers/endpoint.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { findLosses } from './support/find-losses.ts';
import { Load } from './support/load.ts';
import { repetitions } from './support/repetitions.ts';
import { reportCount } from './support/report-count.ts';
import { seededRandom } from './support/seeded-random.ts';

const FAULTY_MS = repetitions(3_000);
const random = seededRandom('faulty message endpoint');

const endpoint = await openEndpoint();
const server = await startTestServer({ generalMessageUrl: endpoint.address });
afterAll(() => endpoint.close());
const sql = sqlOn(() => server.database.pool);

type Answer = TestEndpoint['answer'];

/** A body that arrives byte by byte and never ends. */
const trickle: Answer = (response) => {
  response.writeHead(500, { 'content-type': 'application/json' });
  const drip = setInterval(() => response.write(' '), 100);
  response.once('close', () => clearInterval(drip));
};

/** Bytes that are not HTTP. */
const garbage: Answer = (response) => response.socket?.end('\0\xff garbage \r\n\r\n');

const FAULTY_ANSWERS: Answer[] = [
  status(500),
  status(503, { 'retry-after': '1' }),
  status(429),
  hang,
  trickle,
  reset,
  garbage,
];

/** Leaves due texts alone: the outbox skips rows that this statement locks, and would claim later ones before them. */
const makeRetriesDue = () =>
  sql(`update texts set next_attempt_at = now() where status = 'queued' and next_attempt_at > now()`);

/** The unsent texts of a cause, also those without a row. */
const unsent = (cause: string) =>
  sql(
    `select status from texts where status <> 'sent' and cause = $1
     union all select 'no text yet' from text_causes left join unnest(ids) on true where cause = $1`,
    [cause],
  );

test('a faulty endpoint delays no person, and afterwards every text is sent, texts for support first', async () => {
  const circle = await server.insertMembers(5);
  await connectAll(sql, circle);
  const [ada, grace] = circle as [Member, Member];

  let faultyAnswers = 0;
  endpoint.answer = (...call) => {
    faultyAnswers += 1;
    random.pick(FAULTY_ANSWERS)(...call);
  };
  const load = new Load({ circle, random });
  let slowest = 0;
  const end = performance.now() + FAULTY_MS;
  while (performance.now() < end) {
    const start = performance.now();
    const answer = await ada.post('/api/messages', { id: randomUUID(), receiver: grace.uid, content: 'Hi' });
    expect(answer.status).toBe(200);
    slowest = Math.max(slowest, performance.now() - start);
    // The rate of this person's messages.
    await pause(20);
  }
  await load.stop();
  expect(faultyAnswers).toBeGreaterThan(20);
  expect(load.refusals).toEqual({ unavailable: 0, limited: 0, unanswered: 0 });
  expect(load.unexpected).toEqual([]);
  // A hanging call lasts ten seconds, so no person waited for one.
  expect(slowest).toBeLessThan(2_000);

  const taken: { id: string; isSupport: boolean }[] = [];
  // The texts of a mood choice have its id with a number at the end.
  const choiceOf = (id: string) => id.slice(0, 28);
  const calls = new Set((await sql<{ id: string }>('select id from mood_choices')).map(({ id }) => choiceOf(id)));
  endpoint.answer = (response, received) => {
    const id = String(received.headers['idempotency-key']);
    taken.push({ id, isSupport: calls.has(choiceOf(id)) });
    status(202)(response, received);
  };
  const [forSupport, forChat] = [(await unsent('mood')).length, (await unsent('message')).length];
  expect(forSupport).toBeGreaterThan(10);
  expect(forChat).toBeGreaterThan(10);
  await makeRetriesDue();
  // Before this moment chat texts could be due while texts for support waited for their retry.
  const dueFrom = taken.length;
  const supportDue = (await unsent('mood')).length;
  await vi.waitFor(
    async () => {
      // Texts that still hung are queued for a retry by now.
      await makeRetriesDue();
      expect([await unsent('mood'), await unsent('message')]).toEqual([[], []]);
    },
    { timeout: 60_000, interval: 200 },
  );
  const all = await sql<{ id: string }>('select id from texts');
  const counts = new Map(all.map(({ id }) => [id, taken.filter((text) => text.id === id).length]));
  const lost = [...counts].filter(([, times]) => times === 0);
  const losses = await findLosses(sql, load);
  reportCount({
    what: 'faulty message endpoint',
    tries: load.acknowledged,
    faults: faultyAnswers,
    losses: lost.length + losses.length,
    doubled: [...counts.values()].filter((times) => times > 1).length,
  });
  expect(lost).toEqual([]);
  expect(losses).toEqual([]);
  // Texts that still hung come later. Of the others, texts for support come before chat texts.
  const afterDue = taken.slice(dueFrom);
  const lastOfSupport = afterDue.findLastIndex(({ isSupport }) => isSupport);
  const chatsBefore = afterDue
    .slice(0, Math.max(0, Math.min(lastOfSupport, supportDue - 10)))
    .filter(({ isSupport }) => !isSupport);
  expect(chatsBefore.length, 'chat texts before texts for support').toBeLessThanOrEqual(10);
});

test('the retries of texts that failed together are spread over time', async () => {
  const [ada, ...friends] = await server.insertMembers(41);
  await connectAll(sql, [ada!, ...friends]);
  endpoint.answer = status(500);
  await ada!.choose('Dark');
  const delays = () =>
    sql<{ seconds: number }>(
      `select extract(epoch from next_attempt_at - now())::float8 as seconds from texts
       where author = $1 and status = 'queued' and attempts = 1 and next_attempt_at > now()`,
      [ada!.uid],
    );
  const seconds = await vi.waitFor(async () => {
    const found = (await delays()).map((row) => row.seconds);
    expect(found.length).toBeGreaterThan(15);
    return found;
  }, 10_000);
  expect(Math.max(...seconds)).toBeLessThanOrEqual(2);
  expect(Math.max(...seconds) - Math.min(...seconds)).toBeGreaterThan(0.5);
  expect(new Set(seconds.map((each) => each.toFixed(3))).size).toBeGreaterThan(10);
});
