import type { SendMessage } from '#contract/inputs.ts';
import type { Message } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { MESSAGES } from '#server/limits/index.ts';
import type { Listener } from '#server/live/live.ts';

/**
 * Sends a chat message (spec §4, §5): stores it, then tells both people's open browsers. Sending the same id again
 * stores and tells nothing, and answers the same.
 * @param origin the socket it came through, which gets its own acknowledgement
 * @throws {ProductError} not_connected, id_taken, too_many, unavailable
 */
export async function sendMessage(
  context: Context,
  sender: string,
  input: SendMessage,
  origin?: Listener,
): Promise<Message> {
  const { id, receiver, content } = input;
  // Most have nothing to wait for, and a turn of waiting would cost all of them.
  const turn = context.limits.take(MESSAGES, sender);
  if (turn) await turn;
  const { message, isNew } = await context.messages.store({ id, sender, receiver, content });
  if (isNew) context.live.tell([receiver, sender], { type: 'message', message }, origin);
  return message;
}
