import type { Context } from '#server/context.ts';
import { createPassOnTyping, markRead, sendMessage } from '#server/features/chat/index.ts';
import type { FrameHandler } from '#server/live/live-socket.ts';

/** Hands each frame that a browser sends over its live connection to the feature that it is for (contract/live.ts). */
export function createFrameHandler(context: Context): FrameHandler {
  const passOnTyping = createPassOnTyping(context);
  return (socket, frame) => {
    if (frame.type === 'send') return sendMessage(context, socket.uid, frame, socket);
    if (frame.type === 'seen') return context.push.markSeen(socket.uid, frame);
    if (frame.type === 'typing') return passOnTyping(socket, frame);
    return markRead(context, socket.uid, frame.sender);
  };
}
