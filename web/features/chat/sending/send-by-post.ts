import type { Message } from '#contract/views.ts';
import { CallError, call } from '#web/http.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { refusal, type SendOutcome } from './send-outcome.ts';

/** Sends without a live connection, for where none can be had. */
export async function sendByPost({ id, receiver, content }: OutgoingMessage): Promise<SendOutcome> {
  try {
    const { seq, timestamp } = await call<Message>('POST', '/api/messages', { id, receiver, content });
    return { kind: 'stored', seq, timestamp };
  } catch (error) {
    console.info('A message could not be sent.', error);
    return error instanceof CallError ? refusal(error) : { kind: 'later' };
  }
}
