import type { ErrorCode } from '#contract/errors.ts';
import type { SendMessage } from '#contract/inputs.ts';
import type { Message } from '#contract/views.ts';
import { CallError, call } from '#web/calls/http.ts';
import { isTransient } from '#web/calls/retry.ts';
import { applyMessage } from '#web/features/circle/index.ts';
import { applyEvent, type LiveSocket } from '#web/live/index.ts';
import { type Outcome, outboxOf } from '#web/outbox/index.ts';
import { readStoredUser } from '#web/stored-user.ts';
import { type Conversation, conversationKey } from '../conversation/conversation.ts';
import { withMessage } from '../conversation/live-changes.ts';
import { forgetUploads, uploadPhotos } from '../photos/uploading/upload-photos.ts';
import type { OutgoingMessage } from './outgoing.ts';
import { takeBack } from './take-back.ts';

const WAIT_FOR_LIVE_MS = 5_000;
const LIVE_TIMEOUT_MS = 10_000;

/** The result of one try. 'later': not known or not possible now; the same id may be sent again. */
type Answer =
  | { kind: 'stored'; seq: number; timestamp: number }
  | { kind: 'refused'; code: string; reason: string }
  | { kind: 'later' };

/** Sends a message, its photos before it, and shows it as stored. A refused one goes back into its chat's input, with the reason. */
export async function sendMessage(message: OutgoingMessage, socket: LiveSocket, signal: AbortSignal): Promise<Outcome> {
  const { id, owner, receiver, content, quote, photos } = message;
  if (photos && !message.areUploaded) {
    const uploaded = await uploadPhotos(message, signal);
    if (uploaded.kind === 'later' || signal.aborted) return 'later';
    if (uploaded.kind === 'refused') return takeBack(message, uploaded.reason);
    await outboxOf(owner).update<OutgoingMessage>(id, { areUploaded: true });
  }
  const answer = await sendOnce(message, socket, signal);
  // After an abort the screen may be another person's.
  if (answer.kind === 'later' || signal.aborted) return answer.kind === 'stored' ? 'done' : 'later';
  if (answer.kind === 'stored') {
    const { seq, timestamp } = answer;
    const stored: Message = { id, seq, sender: owner, receiver, content, timestamp, read: false };
    if (quote) stored.quote = quote;
    if (photos) stored.photos = [...photos];
    applyEvent<Conversation>(conversationKey(receiver), (known) => withMessage(known, stored));
    applyMessage(owner, stored, true);
    return 'done';
  }
  if (answer.code === 'photo_missing') {
    // The server keeps photos without a message for a day.
    forgetUploads();
    await outboxOf(owner).update<OutgoingMessage>(id, { areUploaded: false });
    return 'later';
  }
  return takeBack(message, answer.reason);
}

/** Live, or by POST when no connection opens within 5 s or it does not answer within 10 s. */
async function sendOnce(message: OutgoingMessage, socket: LiveSocket, signal: AbortSignal): Promise<Answer> {
  if (socket.status.get() !== 'open') await waitForOpen(socket, signal);
  if (signal.aborted) return { kind: 'later' };
  if (socket.status.get() === 'open') {
    const answer = await sendLive(message, socket);
    if (answer !== null) return answer;
  }
  // A live connection belongs to one session. A POST uses the cookie, which may be another person's by now.
  if (signal.aborted || !navigator.onLine || readStoredUser()?.uid !== message.owner) return { kind: 'later' };
  return sendByPost(message);
}

/** Resolves when the live connection opens, after 5 s, or when the signal is aborted. */
function waitForOpen(socket: LiveSocket, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ending = AbortSignal.any([signal, AbortSignal.timeout(WAIT_FOR_LIVE_MS)]);
  ending.addEventListener('abort', () => resolve());
  if (ending.aborted) resolve();
  return promise.finally(socket.status.subscribe(() => socket.status.get() === 'open' && resolve()));
}

/** Null when the server does not answer in time. */
async function sendLive(message: OutgoingMessage, socket: LiveSocket): Promise<Answer | null> {
  const { id } = message;
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  const timer = setTimeout(resolve, LIVE_TIMEOUT_MS, null);
  const stopStatus = socket.status.subscribe(() => resolve({ kind: 'later' }));
  const stopEvents = socket.onEvent((event) => {
    if (event.type === 'sent' && event.id === id)
      resolve({ kind: 'stored', seq: event.seq, timestamp: event.timestamp });
    if (event.type === 'rejected' && event.id === id) resolve(answerOf(event.error));
  });
  if (!socket.send({ type: 'send', ...inputOf(message) })) resolve({ kind: 'later' });
  const answer = await promise;
  clearTimeout(timer);
  stopStatus();
  stopEvents();
  return answer;
}

function inputOf({ id, receiver, content, quote, photos }: OutgoingMessage): SendMessage {
  return {
    ...{ id, receiver, content },
    ...(quote && { replyTo: quote.id }),
    ...(photos && { photos: photos.map((photo) => photo.id) }),
  };
}

async function sendByPost(message: OutgoingMessage): Promise<Answer> {
  try {
    const { seq, timestamp } = await call<Message>('POST', '/api/messages', inputOf(message));
    return { kind: 'stored', seq, timestamp };
  } catch (error) {
    console.info('A message could not be sent.', error);
    return error instanceof CallError ? answerOf(error) : { kind: 'later' };
  }
}

/** After a sign-out the message waits until its writer signs in again. A message over a limit is refused. */
function answerOf({ code, message }: { code: ErrorCode | 'offline'; message: string }): Answer {
  if (isTransient(code) || code === 'not_signed_in') return { kind: 'later' };
  return { kind: 'refused', code, reason: message };
}
