import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { sqlOf } from '#fixtures/sql.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { callOnce } from './support/call-once.ts';
import { repetitions } from './support/repetitions.ts';
import { reportCount } from './support/report-count.ts';

const STOP_WITHIN_MS = 10_000;
const AUTH_SECRET = randomBytes(32).toString('base64url');

let app: App;
let circle: Member[];
const sql = sqlOf(() => app);

beforeEach(async () => {
  app = await App.openDurable({ AUTH_SECRET });
  circle = await insertMembers(sql, app.url, AUTH_SECRET, 6);
  await connectAll(sql, circle);
});
afterEach(() => app.close());

/** Sends messages one after the other, each once, until the server has stopped. */
async function writeUntilStopped(person: Member, friend: Member, done: string[], unanswered: string[]): Promise<void> {
  for (;;) {
    const id = randomUUID();
    const outcome = await callOnce(person, 'POST', '/api/messages', { id, receiver: friend.uid, content: id });
    if (outcome.kind === 'done') done.push(id);
    else unanswered.push(id);
    if (outcome.kind === 'unanswered') return;
    expect(outcome.kind).toBe('done');
  }
}

test('SIGTERM under load: accepted calls are answered, sockets close with 1001, the server exits within 10 s and starts again', async () => {
  const done: string[] = [];
  const unanswered: string[] = [];
  const stops = repetitions(3);
  let slowest = 0;
  for (let stop = 0; stop < stops; stop++) {
    const tabs = await Promise.all(circle.map((person) => person.listen()));
    const writers = circle.flatMap((person, n) =>
      Array.from({ length: 4 }, () => writeUntilStopped(person, circle[(n + 1) % circle.length]!, done, unanswered)),
    );
    const before = done.length;
    await vi.waitFor(() => expect(done.length).toBeGreaterThan(before + 100), 20_000);
    const start = performance.now();
    expect(await app.end('SIGTERM')).toBe(0);
    slowest = Math.max(slowest, performance.now() - start);
    await Promise.all(writers);
    for (const tab of tabs) expect(await tab.closed).toEqual({ code: 1001, reason: 'server is stopping' });
    await app.start();
  }
  const rows = await sql<{ id: string }>('select id from messages');
  const stored = new Set(rows.map(({ id }) => id));
  const lost = done.filter((id) => !stored.has(id));
  reportCount({ what: 'SIGTERM under load', tries: done.length, faults: stops, losses: lost.length });
  expect(lost).toEqual([]);
  expect(
    unanswered.filter((id) => stored.has(id)),
    'messages stored without an answer',
  ).toEqual([]);
  expect(slowest).toBeLessThan(STOP_WITHIN_MS);
  expect(app.errors()).toEqual([]);
});

test('SIGTERM while a call waits for a lock, a text hangs and another client uses the database: exits within 10 s', async () => {
  const [ada, grace] = circle as [Member, Member];
  app.endpoint.answer = () => {};
  expect((await ada.post('/api/messages', { id: randomUUID(), receiver: grace.uid, content: 'Hi' })).status).toBe(200);
  await vi.waitFor(() => expect(app.endpoint.received).toHaveLength(1), 10_000);
  const holder = new pg.Client({ connectionString: app.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table mood_choices');
  const waitingCall = callOnce(ada, 'PUT', `/api/users/${ada.uid}/info/mood`, { mood: 'Dark' });
  await vi.waitFor(async () => {
    expect(await sql(`select from pg_locks where not granted`)).toHaveLength(1);
  }, 10_000);
  const tab = await grace.listen();

  const start = performance.now();
  const ended = app.end('SIGTERM');
  expect(await tab.closed).toEqual({ code: 1001, reason: 'server is stopping' });
  expect(performance.now() - start, 'the socket closes at once').toBeLessThan(2_000);
  await ended;
  expect(performance.now() - start).toBeLessThan(STOP_WITHIN_MS);
  expect((await waitingCall).kind).toBe('unanswered');
  await holder.query('rollback');
  await holder.end();
  app.endpoint.answer = status(202);
  // The answered message is stored. The unanswered mood may be stored or not.
  await app.start();
  expect(await sql('select from messages')).toHaveLength(1);
});
