import type { Context } from '#server/context.ts';
import { eventFrame, type FrameHandler } from '#server/live/live.ts';
import { markRead } from './mark-read.ts';
import { sendMessage } from './send-message.ts';

/** What a person's live frames do: send a message, mark a conversation read. */
export function handleFrame(context: Context): FrameHandler {
  return async (from, frame) => {
    if (frame.type === 'read') {
      await markRead(context, from.uid, frame.sender);
      return;
    }
    const { id, seq, timestamp } = await sendMessage(context, from.uid, frame, from);
    from.send(eventFrame({ type: 'sent', id, seq, timestamp }));
  };
}
