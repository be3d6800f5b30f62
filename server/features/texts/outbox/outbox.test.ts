import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hang, openEndpoint, status, type TestEndpoint } from '#tests/support/servers/endpoint.ts';
import { openOutboxRoom } from '#tests/support/servers/outbox.ts';
import { httpGateway } from '../gateways/http-gateway.ts';
import { enqueueText } from './enqueue-text.ts';

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

const toEndpoint = () => ({ general: httpGateway({ address: endpoint.address, secret: undefined }) });

const statuses = async () => (await room.texts()).map((text) => text.status);

const allSettle = (expected: string[]) => vi.waitFor(async () => expect(await statuses()).toEqual(expected), 10_000);

const aText = (causeId = crypto.randomUUID()) =>
  ({
    kind: 'general',
    cause: 'message',
    causeId,
    recipient: crypto.randomUUID(),
    author: null,
    phoneNumber: '+14155550100',
    message: 'Hello',
  }) as const;

describe('what is stored', () => {
  test('is sent after the commit, once, and remembers what the gateway called it', async () => {
    endpoint.answer = status(200, {}, '{"sid":"SM1"}');
    const outbox = room.startOutbox(toEndpoint());
    await room.db.transaction().execute((trx) => enqueueText(trx, outbox, aText()));
    outbox.wake();
    await allSettle(['sent']);
    const [text] = await room.texts();
    expect(text).toMatchObject({ attempts: 1, provider_id: 'SM1', last_error: null, settled_at: expect.any(Date) });
    expect(endpoint.received.map(({ body }) => body)).toEqual([{ phoneNumber: '+14155550100', message: 'Hello' }]);
    expect(endpoint.keys()).toEqual([text?.id]);
  });

  test('is woken for: nobody waits for the poll', async () => {
    const outbox = room.startOutbox(toEndpoint(), { pollMs: 600_000 });
    await room.store({ message: 'first' });
    outbox.wake();
    await allSettle(['sent']);
    await room.store({ message: 'second' });
    outbox.wake();
    await allSettle(['sent', 'sent']);
  });

  test('is found by the poll when another node wrote it', async () => {
    room.startOutbox(toEndpoint());
    await room.store({});
    await allSettle(['sent']);
  });

  test('is one text for a cause and a recipient, however often the cause is told', async () => {
    const outbox = room.startOutbox(toEndpoint());
    const text = aText();
    const storing = () => room.db.transaction().execute((trx) => enqueueText(trx, outbox, text));
    await Promise.all([storing(), storing(), storing()]);
    await storing();
    outbox.wake();
    await allSettle(['sent']);
  });

  test('is nothing when its cause is rolled back', async () => {
    const outbox = room.startOutbox(toEndpoint());
    const cause = room.db.transaction().execute(async (trx) => {
      await enqueueText(trx, outbox, aText());
      throw new Error('the cause failed');
    });
    await expect(cause).rejects.toThrow('the cause failed');
    outbox.wake();
    await room.store({ message: 'the next one' });
    await allSettle(['sent']);
    expect(endpoint.received.map(({ body }) => body.message)).toEqual(['the next one']);
  });
});

test('a kind without a gateway is recorded and not sent, then or when a gateway is set', async () => {
  const outbox = room.startOutbox({});
  await room.db.transaction().execute((trx) => enqueueText(trx, outbox, aText()));
  const recorded = { status: 'recorded', last_error: 'recorded, no gateway set', attempts: 0 };
  expect(await room.texts()).toMatchObject([recorded]);

  room.startOutbox(toEndpoint());
  await room.store({ message: 'a later one' });
  await vi.waitFor(() => expect(endpoint.received).toHaveLength(1), 10_000);
  expect(endpoint.received[0]?.body.message).toBe('a later one');
  expect((await room.texts())[0]).toMatchObject(recorded);
});

test('who asks for support goes before every chat text that waits', async () => {
  const hour = 60 * 60 * 1000;
  const waiting = Array.from({ length: 20 }, (_, n) => ({
    cause: 'message' as const,
    message: `chat ${n}`,
    next_attempt_at: new Date(Date.now() - hour),
  }));
  await room.store(...waiting);
  await room.store({ cause: 'mood', message: 'dark' }, { cause: 'mood', message: 'purple' });
  room.startOutbox(toEndpoint(), { concurrency: 2 });
  await vi.waitFor(() => expect(endpoint.received).toHaveLength(22), 10_000);
  const first = endpoint.received.slice(0, 2).map(({ body }) => body.message);
  expect(first.sort()).toEqual(['dark', 'purple']);
});

test('who asks for support finds a place although every chat text hangs', async () => {
  endpoint.answer = (...call) => (call[1].body.message === 'dark' ? status(202) : hang)(...call);
  await room.store(...Array.from({ length: 20 }, () => ({ cause: 'message' as const, message: 'hangs' })));
  const outbox = room.startOutbox(toEndpoint());
  await vi.waitFor(() => expect(endpoint.received).toHaveLength(8), 10_000);
  await room.store(...Array.from({ length: 5 }, () => ({ cause: 'mood' as const, message: 'dark' })));
  outbox.wake();
  await vi.waitFor(async () => expect((await statuses()).filter((each) => each === 'sent')).toHaveLength(5), 10_000);
  expect(endpoint.received).toHaveLength(13);
});

test('one text that hangs holds up no other, and a kind that hangs holds up no other kind', async () => {
  const welcome = await openEndpoint();
  welcome.answer = hang;
  endpoint.answer = (...call) => (call[1].body.message === 'hangs' ? hang : status(202))(...call);
  await room.store(...Array.from({ length: 9 }, () => ({ kind: 'welcome' as const, message: 'a welcome' })));
  await room.store({ message: 'hangs', cause: 'mood' }, ...Array.from({ length: 30 }, () => ({ message: 'passes' })));
  room.startOutbox({ ...toEndpoint(), welcome: httpGateway({ address: welcome.address, secret: undefined }) });
  await vi.waitFor(() => expect(endpoint.received).toHaveLength(31), 10_000);
  expect(new Set(endpoint.keys()).size).toBe(31);
  expect(welcome.received).toHaveLength(8);
  await welcome.close();
});
