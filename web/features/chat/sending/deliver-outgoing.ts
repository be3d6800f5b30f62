import type { ErrorCode, ErrorView } from '#contract/errors.ts';
import type { SendMessage } from '#contract/inputs.ts';
import type { Message } from '#contract/views.ts';
import { readStoredUser } from '#web/features/identity/index.ts';
import { CallError, call } from '#web/http.ts';
import type { LiveSocket } from '#web/live/index.ts';
import { backoff, isTransient } from '#web/retry.ts';
import type { OutgoingMessage, OutgoingQueue } from './outgoing-queue.ts';

/** Another tab's message that is older than this is delivered here: that tab may be closed. */
export const ORPHANED_AFTER_MS = 20_000;
const CHECK_EVERY_MS = 5_000;
const WAIT_FOR_LIVE_MS = 5_000;
const LIVE_TIMEOUT_MS = 10_000;

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
    if (signal.aborted) return undefined;
    const orphaned = Date.now() - ORPHANED_AFTER_MS;
    /** Whom photos are on their way to: later messages to them wait, those to others do not. */
    const waiting = new Set<string>();
    return queue.list().find((message) => {
      if (message.photos && !message.areUploaded) waiting.add(message.receiver);
      return !waiting.has(message.receiver) && (message.tab === tab || message.at < orphaned);
    });
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
      if (outcome.kind === 'refused' && outcome.error.code === 'photo_missing') {
        // The server keeps photos without a message for a day.
        queue.update({ ...message, areUploaded: false });
        continue;
      }
      // After a stop the screen is another person's. The message stays queued, and is refused again for its writer.
      if (outcome.kind === 'refused' && !signal.aborted && queue.remove(message.id)) {
        onRefused(message, outcome.error.message);
      }
    }
    isRunning = false;
  }

  const stopListening = queue.messages.subscribe(() => void run());
  const timer = setInterval(() => void run(), CHECK_EVERY_MS);
  void run();
  return () => {
    stopping.abort();
    stopListening();
    clearInterval(timer);
  };
}

/** The result of one try. 'later': not known or not possible now; the same id may be sent again. */
export type SendOutcome =
  | { kind: 'stored'; seq: number; timestamp: number }
  | { kind: 'refused'; error: ErrorView }
  | { kind: 'later' };

/**
 * Sends `me`'s message once: live, or by POST when no connection opens within 5 s or it does not answer within 10 s. The
 * message is stored once, because both ways use the same id.
 */
export async function sendMessage(
  message: OutgoingMessage,
  me: string,
  socket: LiveSocket,
  signal: AbortSignal,
): Promise<SendOutcome> {
  if (socket.status !== 'open') await waitForOpen(socket, WAIT_FOR_LIVE_MS, signal);
  if (signal.aborted) return { kind: 'later' };
  if (socket.status === 'open') {
    const outcome = await sendLive(message, socket);
    if (outcome !== null) return outcome;
  }
  // A live connection belongs to one session. A POST uses the cookie, which may be another person's by now.
  if (signal.aborted || !navigator.onLine || readStoredUser()?.uid !== me) return { kind: 'later' };
  return sendByPost(message);
}

/** Resolves when the live connection opens, after `ms` milliseconds, or when the signal is aborted. */
export function waitForOpen(socket: LiveSocket, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopListening();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    const stopListening = socket.onStatus((status) => status === 'open' && end());
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/** Null when the server does not answer in time. */
function sendLive(message: OutgoingMessage, socket: LiveSocket): Promise<SendOutcome | null> {
  const { id } = message;
  return new Promise((resolve) => {
    const end = (outcome: SendOutcome | null) => {
      clearTimeout(timer);
      stopEvents();
      stopStatus();
      resolve(outcome);
    };
    const timer = setTimeout(() => end(null), LIVE_TIMEOUT_MS);
    const stopStatus = socket.onStatus(() => end({ kind: 'later' }));
    const stopEvents = socket.onEvent((event) => {
      if (event.type === 'sent' && event.id === id) end({ kind: 'stored', seq: event.seq, timestamp: event.timestamp });
      if (event.type === 'rejected' && event.id === id) end(outcomeOf(event.error));
    });
    if (!socket.send({ type: 'send', ...inputOf(message) })) end({ kind: 'later' });
  });
}

function inputOf({ id, receiver, content, quote, photos }: OutgoingMessage): SendMessage {
  return {
    ...{ id, receiver, content },
    ...(quote && { replyTo: quote.id }),
    ...(photos && { photos: photos.map((photo) => photo.id) }),
  };
}

async function sendByPost(message: OutgoingMessage): Promise<SendOutcome> {
  try {
    const { seq, timestamp } = await call<Message>('POST', '/api/messages', inputOf(message));
    return { kind: 'stored', seq, timestamp };
  } catch (error) {
    console.info('A message could not be sent.', error);
    return error instanceof CallError ? outcomeOf(error) : { kind: 'later' };
  }
}

/** After a sign-out the message waits until its writer signs in again. A message over a limit is refused. */
function outcomeOf({ code, message }: { code: ErrorCode | 'offline'; message: string }): SendOutcome {
  if (isTransient(code) || code === 'not_signed_in') return { kind: 'later' };
  return { kind: 'refused', error: { code: code as ErrorCode, message } };
}
