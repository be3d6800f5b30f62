import type { SendMessage } from '#contract/inputs.ts';
import type { Message } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { LIMITS } from '#server/limits/index.ts';
import { eventFrame, type PersonSocket } from '#server/live/live.ts';

/**
 * Stores a message, then publishes it to both people (spec §4, §5); may be repeated.
 * @param origin gets `sent` instead of `message`
 * @throws {ProductError} not_connected, id_taken, photo_missing, too_many, unavailable
 */
export async function sendMessage(
  context: Context,
  sender: string,
  input: SendMessage,
  origin?: PersonSocket,
): Promise<Message> {
  const { id, receiver, content, replyTo, photos } = input;
  // Most sends have nothing to await here, and an `await` would delay each by a tick.
  const counting = context.limits.consume(LIMITS.message.person, sender);
  if (counting) await counting;
  const { message, isNew, forReceiver } = await context.messages.store({
    id,
    sender,
    receiver,
    content,
    replyTo,
    photos,
  });
  if (isNew) {
    if (forReceiver) context.live.publish([receiver], { type: 'message', message: forReceiver });
    context.live.publish(forReceiver ? [sender] : [receiver, sender], { type: 'message', message }, origin);
  }
  origin?.send(eventFrame({ type: 'sent', id, seq: message.seq, timestamp: message.timestamp }));
  return message;
}
