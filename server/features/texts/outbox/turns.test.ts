import { expect, test, vi } from 'vitest';
import { Causes } from '#tests/support/database/insert-causes.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';

const fixture = await createOutboxFixture();
const causes = new Causes(fixture.pool);

async function callOf(author: string, friends: number): Promise<void> {
  for (let n = 0; n < friends; n++) await causes.connect(author, await causes.person());
  await causes.call(author);
}

test('payers take turns: the calls of ten new accounts of one network come beside another person’s call, not before it', async () => {
  for (let n = 0; n < 10; n++)
    await callOf(await fixture.addPerson({ age: '1 hour', network: 'one', mood: 'Dark' }), 20);
  const ada = await causes.person({ firstname: 'Ada', mood: 'Dark' });
  await callOf(ada, 3);
  const made = Promise.withResolvers<void>();
  const messages: string[] = [];
  const send = async ({ message }: { message: string }) => {
    await made.promise;
    messages.push(message);
    return { providerId: null };
  };
  fixture.start({}, { general: { name: 'waits until all texts are made', send } });
  await vi.waitFor(async () => expect(await causes.left()).toEqual([]));
  made.resolve();
  await fixture.settled();
  expect(messages).toHaveLength(203);
  const places = messages.flatMap((message, place) => (message.includes(ada) ? [place] : []));
  expect(places).toHaveLength(3);
  expect(Math.max(...places)).toBeLessThan(20);
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
