import { backoff } from '#web/live/index.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import type { OutgoingQueue } from './outgoing-queue.ts';
import type { SendOutcome } from './send-outcome.ts';

/** What another tab has not delivered after this long is delivered here: that tab may be closed. */
const ORPHANED_AFTER_MS = 20_000;
const LOOK_EVERY_MS = 5_000;

interface Delivery {
  queue: OutgoingQueue;
  tab: string;
  send: (message: OutgoingMessage, signal: AbortSignal) => Promise<SendOutcome>;
  /** Waits, for so long at most, until another try may go better. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  onStored: (message: OutgoingMessage, stored: { seq: number; timestamp: number }) => void;
  onRefused: (message: OutgoingMessage, words: string) => void;
}

/**
 * Delivers what is in the queue, one message after the other, so that they are stored in the order in which they were
 * written. Goes on until the returned function is called.
 */
export function deliverOutgoing({ queue, tab, send, pause, onStored, onRefused }: Delivery): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let isRunning = false;

  const nextDue = () => {
    const orphaned = Date.now() - ORPHANED_AFTER_MS;
    return signal.aborted ? undefined : queue.list().find((message) => message.tab === tab || message.at < orphaned);
  };

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    let failures = 0;
    for (let message = nextDue(); message !== undefined; message = nextDue()) {
      const outcome = await send(message, signal);
      if (outcome.kind === 'later') await pause(backoff(failures++), signal);
      else failures = 0;
      if (outcome.kind === 'stored') {
        if (!signal.aborted) onStored(message, outcome);
        queue.remove(message.id);
      }
      // Somebody else's screen by now: it stays in the queue, and is refused again when its writer is back.
      if (outcome.kind === 'refused' && !signal.aborted && queue.remove(message.id)) {
        onRefused(message, outcome.error.message);
      }
    }
    isRunning = false;
  }

  const stopListening = queue.onChange(() => void run());
  const clock = setInterval(() => void run(), LOOK_EVERY_MS);
  void run();
  return () => {
    ending.abort();
    stopListening();
    clearInterval(clock);
  };
}
