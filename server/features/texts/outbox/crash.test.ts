import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hang, openEndpoint, status, type TestEndpoint } from '#tests/support/servers/endpoint.ts';
import { openOutboxRoom } from '#tests/support/servers/outbox.ts';
import { httpGateway } from '../gateways/http-gateway.ts';
import { claimTexts } from './claim-texts.ts';
import { recordOutcomes } from './record-outcomes.ts';

let room: Awaited<ReturnType<typeof openOutboxRoom>>;
let endpoint: TestEndpoint;

beforeAll(async () => {
  room = await openOutboxRoom();
});
beforeEach(async () => {
  endpoint = await openEndpoint();
});
afterEach(async () => {
  await room.clear();
  await endpoint.close();
});
afterAll(() => room.drop());

const toEndpoint = (timeoutMs?: number) => ({
  general: httpGateway({ address: endpoint.address, secret: undefined, timeoutMs }),
});

test('two workers share the texts and send none twice', async () => {
  const ids = await room.store(...Array.from({ length: 200 }, () => ({})));
  room.startOutbox(toEndpoint());
  room.startOutbox(toEndpoint());
  await vi.waitFor(async () => expect((await room.texts()).every((text) => text.status === 'sent')).toBe(true), 10_000);
  expect(endpoint.keys().sort()).toEqual(ids.sort());
});

test('claims made at the same moment never overlap', async () => {
  const ids = await room.store(...Array.from({ length: 60 }, () => ({})));
  const claims = await Promise.all(
    Array.from({ length: 8 }, () => claimTexts(room.pool, 'general', { limit: 10, leaseMs: 60_000 })),
  );
  const claimed = claims.flat().map((text) => text.id);
  expect(claimed.sort()).toEqual([...new Set(claimed)]);
  const rest = await claimTexts(room.pool, 'general', { limit: 60, leaseMs: 60_000 });
  expect([...claimed, ...rest.map((text) => text.id)].sort()).toEqual(ids.sort());
});

test('an app killed with -9 while it sends: another one sends the text once more, under the same id', async () => {
  const [id] = await room.store({});
  endpoint.answer = hang;
  const app = spawn(process.execPath, ['tests/support/servers/outbox-process.ts', room.url, endpoint.address, '200']);
  await vi.waitFor(() => expect(endpoint.received).toHaveLength(1), 10_000);
  app.kill('SIGKILL');
  expect(await once(app, 'exit')).toEqual([null, 'SIGKILL']);
  expect(await room.texts()).toMatchObject([{ status: 'sending', attempts: 1 }]);

  endpoint.answer = status(202);
  room.startOutbox(toEndpoint());
  await vi.waitFor(async () => expect(await room.texts()).toMatchObject([{ status: 'sent', attempts: 2 }]), 10_000);
  expect(endpoint.keys()).toEqual([id, id]);
});

test('while a claim holds, no other worker takes the text', async () => {
  await room.store({ message: 'held' });
  expect(await claimTexts(room.pool, 'general', { limit: 1, leaseMs: 60_000 })).toHaveLength(1);
  room.startOutbox(toEndpoint());
  await room.store({ message: 'free' });
  await vi.waitFor(
    async () => expect((await room.texts()).map((text) => text.status)).toEqual(['sending', 'sent']),
    10_000,
  );
  expect(endpoint.received.map(({ body }) => body.message)).toEqual(['free']);
});

test('a worker that comes back after its claim ran out writes nothing over the next one', async () => {
  const [id = ''] = await room.store({});
  const [late] = await claimTexts(room.pool, 'general', { limit: 1, leaseMs: 0 });
  const [next] = await claimTexts(room.pool, 'general', { limit: 1, leaseMs: 60_000 });
  expect([late?.id, next?.id]).toEqual([id, id]);

  const given = { id, status: 'failed', error: 'too late', providerId: null, delayMs: 0 } as const;
  await recordOutcomes(room.pool, [{ ...given, attempts: late?.attempts ?? 0 }]);
  expect(await room.texts()).toMatchObject([{ status: 'sending', attempts: 2, last_error: null }]);
  await recordOutcomes(room.pool, [{ ...given, attempts: next?.attempts ?? 0, status: 'sent', error: null }]);
  expect(await room.texts()).toMatchObject([{ status: 'sent', attempts: 2, last_error: null }]);
});

test('a text that was cancelled while it was on its way stays cancelled', async () => {
  const [id = ''] = await room.store({});
  await claimTexts(room.pool, 'general', { limit: 1, leaseMs: 60_000 });
  await room.db.updateTable('texts').set({ status: 'cancelled' }).execute();
  await recordOutcomes(room.pool, [{ id, attempts: 1, status: 'queued', error: 'x', providerId: null, delayMs: 0 }]);
  expect(await room.texts()).toMatchObject([{ status: 'cancelled' }]);
});

test('a stop claims no more, waits a little for what is on its way, and leaves the rest to whoever comes next', async () => {
  const ids = await room.store(...Array.from({ length: 4 }, () => ({})));
  let calls = 0;
  endpoint.answer = (response, received) => {
    if (++calls === 1) setTimeout(() => status(202)(response, received), 50);
  };
  const patient = { backoffBaseMs: 600_000, backoffCapMs: 600_000 };
  const outbox = room.startOutbox(toEndpoint(600_000), { concurrency: 2, drainMs: 500, ...patient });
  await vi.waitFor(() => expect(endpoint.received).toHaveLength(2), 10_000);
  await outbox.stop();
  const left = await room.texts();
  expect(left.map((text) => text.status).sort()).toEqual(['queued', 'queued', 'queued', 'sent']);
  expect(left.map((text) => text.attempts).sort()).toEqual([0, 0, 1, 1]);
  expect(endpoint.received).toHaveLength(2);

  expect(
    (await claimTexts(room.pool, 'general', { limit: 10, leaseMs: 60_000 })).map((text) => text.id).sort(),
  ).toEqual(
    left
      .filter((text) => text.status === 'queued')
      .map((text) => text.id)
      .sort(),
  );
  expect(ids).toEqual(expect.arrayContaining(endpoint.keys()));
});
