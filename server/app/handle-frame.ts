import type { Context } from '#server/context.ts';
import { createPassOnTyping, markRead, sendMessage } from '#server/features/chat/index.ts';
import type { FrameHandler } from '#server/live/live-socket.ts';

export function createFrameHandler(context: Context): FrameHandler {
  const passOnTyping = createPassOnTyping(context);
  return (socket, frame) => {
    if (frame.type === 'send') return sendMessage(context, socket.uid, frame, socket);
    if (frame.type === 'seen') return context.push.markSeen(socket.uid, frame);
    if (frame.type === 'typing') return passOnTyping(socket, frame);
    return markRead(context, socket.uid, frame.sender);
  };
}
