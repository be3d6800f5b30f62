import { expect, test, vi } from 'vitest';
import { hang, openEndpoint, status } from '#tests/support/servers/endpoint.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';
import { httpGateway } from '../gateways/http-gateway.ts';

const fixture = await createOutboxFixture();

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

test('a gateway that takes five at once never gets more', async () => {
  let inFlight = 0;
  let most = 0;
  const send = async () => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    await new Promise(setImmediate);
    inFlight -= 1;
    return { providerId: null };
  };
  fixture.start({}, { general: { name: 'a phone', atOnce: 5, send } });
  await fixture.store(...Array.from({ length: 30 }, () => ({ cause: 'mood' as const })));
  await fixture.settled();
  expect(await fixture.counts()).toEqual({ 'mood sent': 30 });
  expect(most).toBe(5);
});

/** Collects what ends the calls of the endpoint. */
function holdAnswers(): (() => void)[] {
  const answers: (() => void)[] = [];
  fixture.endpoint.answer = (...call) => void answers.push(() => status(202)(...call));
  return answers;
}

test('the clock is set back by an hour after a crash during a send: no text waits for that hour', async () => {
  await fixture.store({ status: 'sending', attempts: 1, next_attempt_at: new Date(Date.now() + 61 * 60 * 1000) });
  fixture.start();
  await fixture.waitForCounts({ 'form sent': 1 });
});

test('a text that is cancelled while it is being sent stays cancelled', async () => {
  fixture.endpoint.answer = async (...call) => {
    await fixture.pool.query(`update texts set status = 'cancelled'`);
    status(503)(...call);
  };
  await fixture.store({});
  fixture.start();
  await fixture.settled();
  expect(await fixture.counts()).toEqual({ 'form cancelled': 1 });
  expect(fixture.endpoint.received).toHaveLength(1);
});

test('a stop waits a little for sends in flight, and leaves all other texts to the next worker', async () => {
  const ids = await fixture.store(...Array.from({ length: 30 }, () => ({ cause: 'message' as const })));
  const inFlight = holdAnswers();
  const long = { leaseMs: 600_000, backoffBaseMs: 600_000, backoffCapMs: 600_000 };
  const patient = fixture.start({ ...long, drainMs: 600_000 });
  await vi.waitFor(() => expect(inFlight).toHaveLength(8));
  const stopped = patient.stop();
  for (const answer of inFlight) answer();
  await stopped;
  expect(await fixture.counts()).toEqual({ 'message sent': 8, 'message queued': 22 });

  const unanswered = holdAnswers();
  const impatient = fixture.start(long);
  await vi.waitFor(() => expect(unanswered).toHaveLength(8));
  await impatient.stop();

  fixture.endpoint.answer = status(202);
  fixture.start(long);
  await fixture.settled();
  expect(await fixture.counts()).toEqual({ 'message sent': 30 });
  expect(new Set(fixture.endpoint.keys())).toEqual(new Set(ids));
  expect(fixture.endpoint.received).toHaveLength(30 + 8);
});
