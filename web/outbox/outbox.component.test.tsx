import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearDatabase, inDatabase } from './database.ts';
import { keepOnlyOf } from './keep-only-of.ts';
import { Outbox, type OutboxItem, type Outcome } from './outbox.ts';

interface Note extends OutboxItem {
  text: string;
}

/** What was sent, with the tab that sent it, and what answers it. */
let sent: { by: string; text: string; signal: AbortSignal; answer: (outcome: Outcome) => void }[];
let open: Outbox[];

beforeEach(async () => {
  [sent, open] = [[], []];
  await clearDatabase();
});
afterEach(() => {
  for (const outbox of open) outbox.close();
  vi.unstubAllGlobals();
});

/** An outbox as in a tab of its own. */
function tab(by: string, owner = 'ada'): Outbox {
  const outbox = new Outbox(owner);
  open.push(outbox);
  outbox.register('note', (item, signal) => {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    sent.push({ by, text: (item as Note).text, signal, answer: resolve });
    signal.addEventListener('abort', () => resolve('later'));
    return promise;
  });
  return outbox;
}

/** Two tabs, of which the second one was used last. */
async function twoTabs(): Promise<[Outbox, Outbox]> {
  const tabs: [Outbox, Outbox] = [tab('A'), tab('B')];
  const waiting = async () => (await navigator.locks.query()).pending?.length;
  await expect.poll(waiting).toBe(1);
  return tabs;
}

const write = (outbox: Outbox, text: string, more: Partial<Note> = {}) =>
  outbox.add<Note>({ kind: 'note', lane: 'grace', text, ...more });
const textsOf = (outbox: Outbox) => outbox.items.get().map((item) => (item as Note).text);
const isSent = (...expected: string[]) =>
  expect.poll(() => sent.map(({ by, text }) => `${by} ${text}`)).toEqual(expected);
const answer = (outcome: Outcome) => sent.at(-1)!.answer(outcome);
const stored = () => inDatabase<Note[]>('readonly', ({ items }) => items.getAll());

test('items are sent one after the other, each until it is answered; those of another lane do not wait', async () => {
  const outbox = tab('A');
  write(outbox, 'one');
  write(outbox, 'two');
  await isSent('A one');
  write(outbox, 'to Mei', { lane: 'mei' });
  await isSent('A one', 'A to Mei');
  answer('done');
  sent[0]!.answer('later');
  await expect.poll(() => textsOf(outbox)).toEqual(['one', 'two']);
  outbox.retry();
  await isSent('A one', 'A to Mei', 'A one');
  answer('done');
  await isSent('A one', 'A to Mei', 'A one', 'A two');
  answer('done');
  await expect.poll(stored).toEqual([]);
});

test('two tabs show the same; the one that was used last sends, and the other one goes on when it closes', async () => {
  const [one, other] = await twoTabs();
  write(one, 'one');
  await isSent('A one');
  write(other, 'two');
  await expect.poll(() => sent[0]!.signal.aborted).toBe(true);
  await isSent('A one', 'B one');
  answer('done');
  await isSent('A one', 'B one', 'B two');
  for (const each of [one, other]) await expect.poll(() => textsOf(each)).toEqual(['two']);
  other.close();
  await isSent('A one', 'B one', 'B two', 'A two');
  answer('done');
  await expect.poll(stored).toEqual([]);
});

test('an item that is taken back while it is sent is aborted, and the next one follows; of two tabs, one takes it back', async () => {
  const [one, other] = await twoTabs();
  const { id } = write(one, 'one');
  await isSent('A one');
  write(one, 'two');
  await expect.poll(() => textsOf(other)).toEqual(['one', 'two']);
  expect((await Promise.all([one.remove(id), other.remove(id)])).toSorted()).toEqual([false, true]);
  await isSent('A one', 'A two');
  expect(sent[0]!.signal.aborted).toBe(true);
  await one.update<Note>(id, { text: 'back again' });
  expect(textsOf(one)).toEqual(['two']);
});

test('items and photos of others go when a person signs in; photos that are in no item go when a session ends', async () => {
  const photo = (id: string, owner: string) =>
    inDatabase('readwrite', ({ photos }) => photos.put({ id, owner, bytes: new ArrayBuffer(1) }));
  const photos = () => inDatabase('readonly', ({ photos }) => photos.getAllKeys());
  write(tab('A'), 'by Ada', { photos: [{ id: 'sent' }] });
  await photo('sent', 'ada');
  await photo('chosen', 'ada');
  await keepOnlyOf(undefined);
  expect([(await stored())?.length, await photos()]).toEqual([1, ['sent']]);
  await photo('chosen', 'ada');
  await keepOnlyOf('ada');
  expect([(await stored())?.length, await photos()]).toEqual([1, ['chosen', 'sent']]);
  await keepOnlyOf('eve');
  expect([await stored(), await photos()]).toEqual([[], []]);
});

test('without a database and without locks, items are sent as long as the page lives', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  const fail = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  vi.stubGlobal('navigator', { ...navigator, locks: undefined, onLine: true });
  const outbox = tab('A');
  write(outbox, 'one');
  await isSent('A one');
  answer('done');
  await expect.poll(() => textsOf(outbox)).toEqual([]);
  fail.mockRestore();
  info.mockRestore();
});
