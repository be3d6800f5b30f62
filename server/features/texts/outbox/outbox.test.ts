import { describe, expect, test, vi } from 'vitest';
import { inTransaction } from '#server/database/in-transaction.ts';
import { Causes } from '#tests/support/database/insert-causes.ts';
import { hang, openEndpoint, status } from '#tests/support/servers/endpoint.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';
import { httpGateway } from '../gateways/http-gateway.ts';
import { makeTypedText } from './make-texts.ts';

const fixture = await createOutboxFixture();
const causes = new Causes(fixture.pool);

const aText = (id = crypto.randomUUID()) =>
  ({
    kind: 'general',
    id,
    author: null,
    phoneNumber: '+14155550100',
    phoneKey: '+14155550100',
    message: 'Hello',
  }) as const;

describe('a stored text', () => {
  test('is sent once after the commit, and keeps the id of the gateway', async () => {
    fixture.endpoint.answer = status(200, {}, '{"sid":"SM1"}');
    const outbox = fixture.start();
    await inTransaction(fixture.pool, (db) => makeTypedText(db, aText(), outbox.newTexts('general')));
    outbox.wake();
    await fixture.waitForStatuses('sent');
    const [text] = await fixture.texts();
    expect(text).toMatchObject({ attempts: 1, provider_id: 'SM1', last_error: null, settled_at: expect.any(Date) });
    expect(fixture.endpoint.received.map(({ body }) => body)).toEqual([
      { phoneNumber: '+14155550100', message: 'Hello' },
    ]);
    expect(fixture.endpoint.keys()).toEqual([text?.id]);
  });

  test('wakes the worker, which does not wait for its poll', async () => {
    const outbox = fixture.start({ pollMs: 600_000 });
    await fixture.store({ message: 'first' });
    outbox.wake();
    await fixture.waitForStatuses('sent');
    await fixture.store({ message: 'second' });
    outbox.wake();
    await fixture.waitForStatuses('sent', 'sent');
  });

  test('is not sent when its cause is rolled back', async () => {
    const outbox = fixture.start();
    const cause = inTransaction(fixture.pool, async (db) => {
      await makeTypedText(db, aText(), outbox.newTexts('general'));
      throw new Error('the cause failed');
    });
    await expect(cause).rejects.toThrow('the cause failed');
    outbox.wake();
    await fixture.store({ message: 'the next one' });
    await fixture.waitForStatuses('sent');
    expect(fixture.endpoint.received.map(({ body }) => body.message)).toEqual(['the next one']);
  });
});

test('without a gateway texts are recorded, and not sent when a gateway is set later', async () => {
  const { ada, friends } = await causes.circle(2);
  await causes.messages(ada, friends);
  await causes.call(ada);
  const recording = fixture.start({}, {});
  await inTransaction(fixture.pool, (db) => makeTypedText(db, aText(), recording.newTexts('general')));
  await fixture.settled();
  await recording.stop();
  expect(await fixture.counts()).toEqual({ 'form recorded': 1, 'message recorded': 2, 'mood recorded': 2 });
  for (const text of await fixture.texts())
    expect(text).toMatchObject({ attempts: 0, settled_at: expect.any(Date), next_attempt_at: null });

  fixture.start();
  await fixture.store({ message: 'a later one' });
  await fixture.waitForCounts({ 'form recorded': 1, 'form sent': 1, 'message recorded': 2, 'mood recorded': 2 });
  expect(fixture.endpoint.received.map(({ body }) => body.message)).toEqual(['a later one']);
});

test('calls for support are sent before all waiting chat texts', async () => {
  const next_attempt_at = new Date(Date.now() - 60 * 60 * 1000);
  await fixture.store(...Array.from({ length: 5 }, () => ({ cause: 'message' as const, next_attempt_at })));
  await fixture.store({ cause: 'mood', message: 'dark' }, { cause: 'mood', message: 'purple' });
  // In turn, because texts at once arrive in any order.
  fixture.start({ places: 1, reserved: 0 });
  await fixture.settled();
  expect(fixture.endpoint.received).toHaveLength(7);
  const first = fixture.endpoint.received.slice(0, 2).map(({ body }) => body.message);
  expect(first.sort()).toEqual(['dark', 'purple']);
});

test('a call for support is sent while texts about messages hang in all their places', async () => {
  fixture.endpoint.answer = (...call) => (call[1].body.message === 'hangs' ? hang : status(202))(...call);
  const waiting = Array.from({ length: 12 }, () => ({ cause: 'message' as const, message: 'hangs' }));
  await fixture.store(...waiting);
  fixture.start();
  await vi.waitFor(() => expect(fixture.endpoint.received).toHaveLength(8));
  await fixture.store(...waiting.map(() => ({ cause: 'mood' as const, message: 'support' })));
  await vi.waitFor(() => expect(fixture.endpoint.received).toHaveLength(8 + waiting.length));
  expect(new Set(fixture.endpoint.keys()).size).toBe(8 + waiting.length);
});

test('a text that hangs delays no other, and a kind that hangs delays no other kind', async () => {
  const welcome = await openEndpoint();
  welcome.answer = hang;
  fixture.endpoint.answer = (...call) => (call[1].body.message === 'hangs' ? hang : status(202))(...call);
  await fixture.store(...Array.from({ length: 9 }, () => ({ kind: 'welcome' as const, message: 'a welcome' })));
  await fixture.store(
    { message: 'hangs', cause: 'mood' },
    ...Array.from({ length: 30 }, () => ({ message: 'passes' })),
  );
  fixture.start({}, { ...fixture.gateways(), welcome: httpGateway({ address: welcome.address, secret: undefined }) });
  await vi.waitFor(() => expect(fixture.endpoint.received).toHaveLength(31));
  expect(new Set(fixture.endpoint.keys()).size).toBe(31);
  await vi.waitFor(() => expect(welcome.received).toHaveLength(8));
  await welcome.close();
});
