import { asksForSupport, type Mood } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import * as t from '#language';
import { CallError, call } from '#web/calls/http.ts';
import { type Outbox, type OutboxItem, type Outcome, outboxOf } from '#web/outbox/index.ts';
import { createStore } from '#web/store.ts';

/** A choice that is not known to be stored. There is one at most. */
export interface MoodChoice extends OutboxItem {
  kind: 'mood';
  mood: Mood;
  /** Whether a try has failed, so that a notice says that it waits. */
  isWaiting?: boolean;
  /** Whether it was sent over a connection: then it may be stored, and the answer lost. */
  mayHaveArrived: boolean;
}

/** A call for help that arrives later is stale and helps nobody. */
const WAIT_MS = 10 * 60_000;

/** A mood that was shared after it had waited, for the notice on all screens. */
export const sharedNotice = createStore<SharedMood | null>(null, { isPersonal: true });

/** Those that wait for the answer to their choice, by its id. */
const asking = new Map<string, PromiseWithResolvers<SharedMood | null>>();

export function moodOutbox(uid: string): Outbox {
  const outbox = outboxOf(uid);
  outbox.register('mood', (item, signal) => sendMood(outbox, item as MoodChoice, signal));
  return outbox;
}

export function choiceIn(items: readonly OutboxItem[]): MoodChoice | null {
  return (items.find(({ kind }) => kind === 'mood') as MoodChoice | undefined) ?? null;
}

/** In place of a choice that waits. @returns null when it waits for a connection @throws {CallError} when it was refused */
export async function shareMood(uid: string, mood: Mood): Promise<SharedMood | null> {
  dismissMood(uid);
  const outbox = moodOutbox(uid);
  const asked = Promise.withResolvers<SharedMood | null>();
  const { id } = outbox.add<MoodChoice>({ kind: 'mood', lane: 'mood', mood, mayHaveArrived: navigator.onLine });
  asking.set(id, asked);
  // Another tab may have sent it.
  const stopWatching = outbox.items.subscribe(() => choiceIn(outbox.items.get())?.id !== id && asked.resolve(null));
  try {
    return await asked.promise;
  } finally {
    stopWatching();
    asking.delete(id);
  }
}

export function dismissMood(uid: string): void {
  const choice = choiceIn(outboxOf(uid).items.get());
  if (choice) void outboxOf(uid).remove(choice.id);
  sharedNotice.set(null);
}

/** Stores the choice at users/{uid}/info/mood (spec §4); the server notifies and texts friends. */
async function sendMood(outbox: Outbox, choice: MoodChoice, signal: AbortSignal): Promise<Outcome> {
  const { id, mood, mayHaveArrived } = choice;
  if (isOver(choice)) return 'over';
  // Before it is sent: a reload meanwhile must not make it look unsent.
  if (navigator.onLine && !mayHaveArrived) await outbox.update<MoodChoice>(id, { mayHaveArrived: true });
  const path = `/api/users/${encodeURIComponent(outbox.owner)}/info/mood`;
  const sent = call<SharedMood>('PUT', path, { mood, requestId: id }).then(
    (shared): Outcome => {
      if (asking.has(id)) asking.get(id)!.resolve(shared);
      else sharedNotice.set(shared);
      return 'done';
    },
    (error): Outcome => {
      const asked = asking.get(id);
      if (isPassing(error)) {
        void outbox.update<MoodChoice>(id, { isWaiting: true });
        asked?.resolve(null);
        return 'later';
      }
      asked?.reject(error);
      console.info('A mood was refused.', error);
      // One that waited says that it was not sent: to wait longer would not help.
      return asked ? 'done' : 'over';
    },
  );
  // A choice that was cancelled may arrive, and is shown then. The next one does not wait for it.
  const cancelled = new Promise<Outcome>((resolve) => signal.addEventListener('abort', () => resolve('later')));
  return Promise.race([sent, cancelled]);
}

/** Also when the clock was set back by more than that. */
function isOver({ at }: MoodChoice): boolean {
  return Math.abs(Date.now() - at) >= WAIT_MS;
}

function isPassing(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'offline' || error.code === 'unavailable');
}

/** What is known of a choice that waits, or was given up: one that was sent may have asked friends, though no answer came. */
export function waitingWords({ mood, mayHaveArrived, isOver }: MoodChoice): string {
  const isUnknown = asksForSupport(mood) && mayHaveArrived;
  if (isOver) return isUnknown ? t.mayHaveBeenAsked : t.notSentChooseAgain;
  if (!asksForSupport(mood)) return t.waitingForConnection;
  return isUnknown ? t.mayNotBeAskedYet : t.offlineNobodyAsked;
}
