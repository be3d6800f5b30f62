import type { SendMessage } from '#contract/inputs.ts';
import type { Message } from '#contract/views.ts';
import { type Limits, MESSAGES } from '#server/limits/index.ts';
import { eventFrame, type Live, type PersonSocket } from '#server/live/live.ts';
import type { MessageBatcher } from './message-batcher.ts';

interface Services {
  limits: Pick<Limits, 'consume'>;
  messages: MessageBatcher;
  live: Pick<Live, 'publish'>;
}

/**
 * Sends a chat message (spec §4, §5): stores it, then publishes it to both people's open browsers. Sending the same id
 * again stores and publishes nothing, and returns the same message.
 * @param origin the socket that it came through, which gets `sent` instead of `message`
 * @throws {ProductError} not_connected, id_taken, too_many, unavailable
 */
export async function sendMessage(
  { limits, messages, live }: Services,
  sender: string,
  input: SendMessage,
  origin?: PersonSocket,
): Promise<Message> {
  const { id, receiver, content } = input;
  // Most sends have nothing to await here, and an `await` would delay each by a tick.
  const counting = limits.consume(MESSAGES, sender);
  if (counting) await counting;
  const { message, isNew } = await messages.store({ id, sender, receiver, content });
  if (isNew) live.publish([receiver, sender], { type: 'message', message }, origin);
  origin?.send(eventFrame({ type: 'sent', id, seq: message.seq, timestamp: message.timestamp }));
  return message;
}
