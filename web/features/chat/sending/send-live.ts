import type { LiveSocket } from '#web/live/index.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { refusal, type SendOutcome } from './send-outcome.ts';

const ANSWER_WITHIN_MS = 10_000;

/** Sends through the live connection and waits for the server's word. Null: the connection stays silent. */
export function sendLive(message: OutgoingMessage, socket: LiveSocket): Promise<SendOutcome | null> {
  const { id, receiver, content } = message;
  return new Promise((resolve) => {
    const end = (outcome: SendOutcome | null) => {
      clearTimeout(timer);
      stopEvents();
      stopStatus();
      resolve(outcome);
    };
    const timer = setTimeout(() => end(null), ANSWER_WITHIN_MS);
    const stopStatus = socket.onStatus(() => end({ kind: 'later' }));
    const stopEvents = socket.onEvent((event) => {
      if (event.type === 'sent' && event.id === id) end({ kind: 'stored', seq: event.seq, timestamp: event.timestamp });
      if (event.type === 'rejected' && event.id === id) end(refusal(event.error));
    });
    if (!socket.send({ type: 'send', id, receiver, content })) end({ kind: 'later' });
  });
}
