import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { hang, status } from '#tests/support/servers/endpoint.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';
import { claimTexts } from './claim-texts.ts';
import { recordOutcomes } from './record-outcomes.ts';

const fixture = await createOutboxFixture();

test('two workers share the texts and send none twice', async () => {
  const ids = await fixture.store(...Array.from({ length: 200 }, () => ({})));
  fixture.start();
  fixture.start();
  await vi.waitFor(async () => expect((await fixture.texts()).every((text) => text.status === 'sent')).toBe(true));
  expect(fixture.endpoint.keys().sort()).toEqual(ids.sort());
});

test('claims made at the same moment never overlap', async () => {
  const ids = await fixture.store(...Array.from({ length: 60 }, () => ({})));
  const claims = await Promise.all(
    Array.from({ length: 8 }, () => claimTexts(fixture.pool, 'general', { limit: 10, leaseMs: 60_000 })),
  );
  const claimed = claims.flat().map((text) => text.id);
  expect(claimed.sort()).toEqual([...new Set(claimed)]);
  const rest = await claimTexts(fixture.pool, 'general', { limit: 60, leaseMs: 60_000 });
  expect([...claimed, ...rest.map((text) => text.id)].sort()).toEqual(ids.sort());
});

test('a process is killed while it sends: another one sends the text again, with the same id', async () => {
  const [id] = await fixture.store({});
  fixture.endpoint.answer = hang;
  const app = spawn(process.execPath, [
    'tests/support/servers/outbox-process.ts',
    fixture.url,
    fixture.endpoint.address,
    '200',
  ]);
  await vi.waitFor(() => expect(fixture.endpoint.received).toHaveLength(1));
  app.kill('SIGKILL');
  expect(await once(app, 'exit')).toEqual([null, 'SIGKILL']);
  expect(await fixture.texts()).toMatchObject([{ status: 'sending', attempts: 1 }]);

  fixture.endpoint.answer = status(202);
  fixture.start();
  await vi.waitFor(async () => expect(await fixture.texts()).toMatchObject([{ status: 'sent', attempts: 2 }]));
  expect(fixture.endpoint.keys()).toEqual([id, id]);
});

test('no other worker takes a text before its lease ends', async () => {
  await fixture.store({ message: 'held' });
  expect(await claimTexts(fixture.pool, 'general', { limit: 1, leaseMs: 60_000 })).toHaveLength(1);
  fixture.start();
  await fixture.store({ message: 'free' });
  await fixture.waitForStatuses('sending', 'sent');
  expect(fixture.endpoint.received.map(({ body }) => body.message)).toEqual(['free']);
});

test('a worker whose lease ran out does not overwrite the next worker’s outcome', async () => {
  const [id = ''] = await fixture.store({});
  const [late] = await claimTexts(fixture.pool, 'general', { limit: 1, leaseMs: 0 });
  const [next] = await claimTexts(fixture.pool, 'general', { limit: 1, leaseMs: 60_000 });
  expect([late?.id, next?.id]).toEqual([id, id]);

  const given = { id, status: 'failed', error: 'too late', providerId: null, delayMs: 0 } as const;
  await recordOutcomes(fixture.pool, [{ ...given, attempts: late?.attempts ?? 0 }]);
  expect(await fixture.texts()).toMatchObject([{ status: 'sending', attempts: 2, last_error: null }]);
  await recordOutcomes(fixture.pool, [{ ...given, attempts: next?.attempts ?? 0, status: 'sent', error: null }]);
  expect(await fixture.texts()).toMatchObject([{ status: 'sent', attempts: 2, last_error: null }]);
});

test('a text that is cancelled while it is being sent stays cancelled', async () => {
  const [id = ''] = await fixture.store({});
  await claimTexts(fixture.pool, 'general', { limit: 1, leaseMs: 60_000 });
  await fixture.db.updateTable('texts').set({ status: 'cancelled' }).execute();
  await recordOutcomes(fixture.pool, [{ id, attempts: 1, status: 'queued', error: 'x', providerId: null, delayMs: 0 }]);
  expect(await fixture.texts()).toMatchObject([{ status: 'cancelled' }]);
});

test('a stop claims no more texts, waits a little for sends in flight, and leaves the rest to the next worker', async () => {
  const ids = await fixture.store(...Array.from({ length: 4 }, () => ({})));
  let calls = 0;
  fixture.endpoint.answer = (response, received) => {
    if (++calls === 1) setTimeout(() => status(202)(response, received), 50);
  };
  const longBackoff = { backoffBaseMs: 600_000, backoffCapMs: 600_000 };
  const outbox = fixture.start({ concurrency: 2, drainMs: 500, ...longBackoff }, fixture.gateways(600_000));
  await vi.waitFor(() => expect(fixture.endpoint.received).toHaveLength(2));
  await outbox.stop();
  const left = await fixture.texts();
  expect(left.map((text) => text.status).sort()).toEqual(['queued', 'queued', 'queued', 'sent']);
  expect(left.map((text) => text.attempts).sort()).toEqual([0, 0, 1, 1]);
  expect(fixture.endpoint.received).toHaveLength(2);

  expect(
    (await claimTexts(fixture.pool, 'general', { limit: 10, leaseMs: 60_000 })).map((text) => text.id).sort(),
  ).toEqual(
    left
      .filter((text) => text.status === 'queued')
      .map((text) => text.id)
      .sort(),
  );
  expect(ids).toEqual(expect.arrayContaining(fixture.endpoint.keys()));
});
