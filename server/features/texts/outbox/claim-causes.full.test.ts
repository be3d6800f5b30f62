import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Causes } from '#tests/support/database/insert-causes.ts';
import { hang, status } from '#tests/support/servers/endpoint.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';
import { httpGateway } from '../gateways/http-gateway.ts';
import { claimCauses, renewCauses } from './claim-causes.ts';
import { textsOf } from './due-texts.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { DEFAULT_WORKER_OPTIONS } from './worker.ts';

const fixture = await createOutboxFixture();
const causes = new Causes(fixture.pool);

const waitForNone = () => vi.waitFor(async () => expect(await causes.left()).toEqual([]));
const sorted = (keys: (string | undefined)[]) => keys.toSorted();

test('two workers share the texts of causes and send none twice', async () => {
  const { ada, friends } = await causes.circle(5);
  const ids: string[] = [];
  for (let n = 0; n < 40; n++) ids.push(...(await causes.messages(ada, friends)));
  const nodes = ['?first', '?second'].map((query) => {
    fixture.start({}, { general: httpGateway({ address: `${fixture.endpoint.address}${query}`, secret: undefined }) });
    return query.slice(1);
  });
  await waitForNone();
  expect(sorted(fixture.endpoint.keys())).toEqual(sorted(ids));
  expect(await fixture.counts()).toEqual({ 'message sent': ids.length });
  expect([...new Set(fixture.endpoint.received.map(({ query }) => query))].sort()).toEqual(nodes);
});

test('claims made at the same moment never overlap', async () => {
  const { ada, friends } = await causes.circle(1);
  for (let n = 0; n < 30; n++) await causes.messages(ada, friends);
  const claims = await Promise.all(
    Array.from({ length: 8 }, () => claimCauses(fixture.pool, { limit: 4, leaseMs: 60_000 })),
  );
  const rest = await claimCauses(fixture.pool, { limit: 100, leaseMs: 60_000 });
  const ids = [...claims, rest].flat().map(({ id }) => id);
  expect(ids).toHaveLength(30);
  expect(new Set(ids).size).toBe(30);
});

test('a killed worker’s cause goes on when its lease has ended, and texts that have a row are not sent again', async () => {
  const { ada } = await causes.circle(3);
  await causes.call(ada);
  let answers = 0;
  // This process sends one text at a time, and two more for support.
  fixture.endpoint.answer = (...call) => (++answers === 1 ? status(202) : hang)(...call);
  const app = spawn(process.execPath, [
    'tests/support/servers/outbox-process.ts',
    fixture.url,
    fixture.endpoint.address,
    '1000',
  ]);
  await vi.waitFor(async () => expect(await fixture.statuses()).toEqual(['sent']));
  await vi.waitFor(() => expect(fixture.endpoint.received).toHaveLength(3));
  app.kill('SIGKILL');
  expect(await once(app, 'exit')).toEqual([null, 'SIGKILL']);
  const [first, ...others] = fixture.endpoint.keys();
  expect(await causes.left()).toMatchObject([{ cause: 'mood', claims: 1 }]);

  fixture.endpoint.answer = status(202);
  fixture.start();
  await fixture.waitForStatuses('sent', 'sent', 'sent');
  await waitForNone();
  expect(sorted(fixture.endpoint.keys())).toEqual(sorted([first, ...others, ...others]));
});

test('a worker claims no further calls while it has enough to send, so other workers can', async () => {
  const { ada } = await causes.circle(60);
  for (let n = 0; n < 40; n++) await causes.call(ada);
  let sent = 0;
  const general = {
    name: 'a slow gateway',
    async send() {
      sent += 1;
      await pause(5);
      return { providerId: null };
    },
  };
  fixture.start({}, { general });
  await vi.waitFor(() => expect(sent).toBeGreaterThan(200), { timeout: 20_000, interval: 1 });
  const held = (await causes.left()).filter(({ claims }) => claims > 0);
  expect(held.length).toBeLessThan(5);
});

test('no other worker takes a cause before its lease ends', async () => {
  const { ada, friends } = await causes.circle(1);
  await causes.messages(ada, friends);
  const { leaseMs } = DEFAULT_WORKER_OPTIONS;
  expect(await claimCauses(fixture.pool, { limit: 10, leaseMs })).toHaveLength(1);
  fixture.start();
  const [free] = await causes.messages(ada, friends);
  await fixture.waitForStatuses('sent');
  expect(fixture.endpoint.keys()).toEqual([free]);
  expect(await causes.left()).toMatchObject([{ claims: 1, isClaimed: true }]);
});

test('a claim whose transaction began earlier does not take a cause that another worker has claimed since', async () => {
  const { ada, friends } = await causes.circle(1);
  await causes.messages(ada, friends);
  const earlier = await fixture.pool.connect();
  onTestFinished(() => earlier.release(true));
  await earlier.query('begin');
  const { rows } = await earlier.query<{ isOver: boolean }>('select now() < clock_timestamp() as "isOver"');
  expect(rows).toEqual([{ isOver: true }]);
  expect(await claimCauses(fixture.pool, { limit: 1, leaseMs: 30_000 })).toHaveLength(1);
  expect(await claimCauses(earlier, { limit: 1, leaseMs: 30_000 })).toEqual([]);
});

test('the clock is set back by an hour after a crash: a claimed cause does not wait for that hour', async () => {
  const { ada, friends } = await causes.circle(1);
  await causes.messages(ada, friends);
  await fixture.pool.query(`update text_causes set claims = 1, claimed_until = now() + interval '61 minutes'`);
  fixture.start();
  await waitForNone();
  expect(fixture.endpoint.received).toHaveLength(1);
});

test('a worker that has lost a cause does not remove it, and its outcomes do not replace others', async () => {
  const { ada, friends } = await causes.circle(1);
  await causes.messages(ada, friends);
  const [late] = await claimCauses(fixture.pool, { limit: 1, leaseMs: 0 });
  const [next] = await claimCauses(fixture.pool, { limit: 1, leaseMs: 60_000 });
  const outcomeOf = (cause: typeof late, result: 'sent' | 'failed') => {
    const due = textsOf(cause!)[0]!;
    return { id: due.id, attempts: 1, status: result, error: null, providerId: null, delayMs: 0, due };
  };
  expect(await renewCauses(fixture.pool, [late!], 60_000)).toEqual(new Set());
  await recordOutcomes(fixture.pool, [], [late!]);
  expect(await causes.left()).toMatchObject([{ claims: 2, isClaimed: true }]);

  await recordOutcomes(fixture.pool, [outcomeOf(next, 'sent')], [next!]);
  await recordOutcomes(fixture.pool, [outcomeOf(late, 'failed')], [late!]);
  expect(await causes.left()).toEqual([]);
  expect(await fixture.statuses()).toEqual(['sent']);
});

test('leases are renewed while the gateway is slower than a lease: another worker sends nothing again', async () => {
  const { ada, friends } = await causes.circle(1);
  const [id] = await causes.messages(ada, friends);
  const answers: (() => void)[] = [];
  fixture.endpoint.answer = (...call) => void answers.push(() => status(202)(...call));
  fixture.start({ leaseMs: 400 });
  fixture.start({ leaseMs: 400 });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const leaseEnd = async () =>
    (await fixture.pool.query<{ end: Date }>('select claimed_until as end from text_causes')).rows[0]!.end.getTime();
  const first = await leaseEnd();
  await vi.waitFor(async () => expect(await leaseEnd()).toBeGreaterThan(first + 800));
  answers[0]!();
  await waitForNone();
  expect(fixture.endpoint.keys()).toEqual([id]);
});

test('a stop frees the causes at once, and their other texts are sent by the next worker', async () => {
  const { ada, friends } = await causes.circle(15);
  const ids = await causes.messages(ada, friends);
  fixture.endpoint.answer = hang;
  const outbox = fixture.start({ leaseMs: 600_000, backoffBaseMs: 600_000, backoffCapMs: 600_000 });
  await vi.waitFor(() => expect(fixture.endpoint.received).toHaveLength(8));
  expect(await causes.left()).toMatchObject([{ isClaimed: true }]);
  await outbox.stop();
  expect(await causes.left()).toMatchObject([{ isClaimed: false }]);
  expect(await fixture.statuses()).toEqual(Array.from({ length: 8 }, () => 'queued'));

  fixture.endpoint.answer = status(202);
  fixture.start();
  await waitForNone();
  await vi.waitFor(async () => expect(new Set(await fixture.statuses())).toEqual(new Set(['sent'])));
  expect(new Set(fixture.endpoint.keys())).toEqual(new Set(ids));
  expect(fixture.endpoint.received).toHaveLength(23);
});

test('claims of earlier workers are no attempts: a text is tried again as often as any other', async () => {
  const { ada, friends } = await causes.circle(1);
  const [id] = await causes.messages(ada, friends);
  await fixture.pool.query('update text_causes set claims = 1000');
  let calls = 0;
  fixture.endpoint.answer = (...call) => status(++calls < 4 ? 503 : 202)(...call);
  fixture.start({ maxAttempts: 4 });
  await waitForNone();
  await fixture.waitForStatuses('sent');
  expect(fixture.endpoint.keys()).toEqual([id, id, id, id]);
  expect(await fixture.texts()).toMatchObject([{ attempts: 4 }]);
});
