import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SharedMood } from '#contract/views.ts';
import { CallError } from '#web/http.ts';
import { MoodSender, type WaitingChoice } from './mood-sender.ts';

const OFFLINE = new CallError(0, 'offline', 'Moodring cannot be reached right now.');
const shared = (mood: SharedMood['mood']): SharedMood => ({
  ...{ mood, chosenAt: 1, textsLimited: false, textsOn: true, ask: null },
  friends: 2,
});

const entries = new Map<string, string>();
const storage = {
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
};
/** Whether the server answers. */
let isOnline: boolean;
/** Whether the browser has a network at all. */
let hasNetwork: boolean;
let sent: WaitingChoice[];
const send = async (choice: WaitingChoice) => {
  sent.push(choice);
  if (!isOnline) throw OFFLINE;
  return shared(choice.mood);
};
let sender: MoodSender;
beforeEach(() => {
  vi.useFakeTimers();
  entries.clear();
  isOnline = false;
  sent = [];
  sender = new MoodSender('ada', storage, send, () => hasNetwork);
  hasNetwork = true;
});
afterEach(() => {
  sender.stop();
  vi.useRealTimers();
});

test('a choice that never left the browser is not taken for one that may have arrived, also over a reload', async () => {
  hasNetwork = false;
  await sender.share('Dark');
  expect(sender.notice.get()).toMatchObject({ kind: 'waiting', choice: { mood: 'Dark' } });
  expect(sender.notice.get()).not.toHaveProperty('choice.mayHaveArrived');
  sender.stop();
  const reloaded = new MoodSender('ada', storage, send, () => hasNetwork);
  reloaded.resume();
  await vi.waitFor(() => expect(reloaded.notice.get()).toMatchObject({ kind: 'waiting' }));
  expect(reloaded.notice.get()).not.toHaveProperty('choice.mayHaveArrived');

  // A try whose answer is lost: from then on it may be stored, and stays so when the network is gone.
  hasNetwork = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reloaded.notice.get()).toHaveProperty('choice.mayHaveArrived', true);
  hasNetwork = false;
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(reloaded.notice.get()).toMatchObject({ kind: 'expired', choice: { mayHaveArrived: true } });
});

test("another person's choice is not sent", async () => {
  await sender.share('Purple');
  const other = new MoodSender('eve', storage, send);
  other.resume();
  await vi.advanceTimersByTimeAsync(0);
  expect([sent.length, other.notice.get()]).toEqual([1, null]);
});

test('a choice that was cancelled while it is sent, and arrives, is shown', async () => {
  await sender.share('Dark');
  const arrival = Promise.withResolvers<void>();
  isOnline = true;
  const slow = new MoodSender('ada', storage, async (choice) => {
    await arrival.promise;
    return send(choice);
  });
  slow.resume();
  slow.dismiss();
  arrival.resolve();
  await vi.waitFor(() => expect(slow.notice.get()).toMatchObject({ kind: 'shared' }));
});

test('after ten minutes it is given up, also over a reload, until it is dismissed', async () => {
  await sender.share('Dark');
  await vi.advanceTimersByTimeAsync(10 * 60_000 + 1);
  const tries = sent.length;
  expect(sender.notice.get()).toMatchObject({ kind: 'expired' });
  isOnline = true;
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  const reloaded = new MoodSender('ada', storage, send);
  reloaded.resume();
  await vi.waitFor(() => expect(reloaded.notice.get()).toMatchObject({ kind: 'expired' }));
  expect(sent).toHaveLength(tries);
  reloaded.dismiss();
  expect(entries.size).toBe(0);
});

test('a refusal is thrown and does not wait', async () => {
  const refusal = new CallError(429, 'too_many', 'You can choose 60 moods a minute.');
  const refused = new MoodSender('ada', storage, () => Promise.reject(refusal));
  await expect(refused.share('Dark')).rejects.toBe(refusal);
  expect([refused.notice.get(), entries.size]).toEqual([null, 0]);
});

test('a waiting choice that is refused says that it was not sent', async () => {
  await sender.share('Dark');
  const refused = new MoodSender('ada', storage, () => Promise.reject(new CallError(404, 'not_found', 'Nothing')));
  refused.resume();
  await vi.waitFor(() => expect(refused.notice.get()).toMatchObject({ kind: 'expired' }));
  expect(entries.size).toBe(0);
});

test('a browser that forbids storage still waits, as long as the page lives', async () => {
  const forbid = () => {
    throw new Error('denied');
  };
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  const poor = new MoodSender('ada', { getItem: forbid, setItem: forbid, removeItem: forbid }, send);
  expect(await poor.share('Dark')).toBeNull();
  isOnline = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(poor.notice.get()).toMatchObject({ kind: 'shared' });
  info.mockRestore();
});
