import { backoff } from '#web/retry.ts';
import type { OutgoingMessage, OutgoingQueue } from './outgoing-queue.ts';
import type { SendOutcome } from './send-message.ts';

/** Another tab's message that is older than this is delivered here: that tab may be closed. */
const ORPHANED_AFTER_MS = 20_000;
const CHECK_EVERY_MS = 5_000;

interface Delivery {
  queue: OutgoingQueue;
  tab: string;
  send: (message: OutgoingMessage, signal: AbortSignal) => Promise<SendOutcome>;
  /** Waits until the live connection opens, `ms` milliseconds at most. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  onStored: (message: OutgoingMessage, stored: { seq: number; timestamp: number }) => void;
  onRefused: (message: OutgoingMessage, reason: string) => void;
}

/**
 * Delivers the queue's messages one after the other, so that the server stores them in the order in which they were
 * written. Returns a function that stops the delivery.
 */
export function deliverOutgoing({ queue, tab, send, pause, onStored, onRefused }: Delivery): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
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
      // After a stop the screen is another person's. The message stays queued, and is refused again for its writer.
      if (outcome.kind === 'refused' && !signal.aborted && queue.remove(message.id)) {
        onRefused(message, outcome.error.message);
      }
    }
    isRunning = false;
  }

  const stopListening = queue.onChange(() => void run());
  const timer = setInterval(() => void run(), CHECK_EVERY_MS);
  void run();
  return () => {
    stopping.abort();
    stopListening();
    clearInterval(timer);
  };
}
