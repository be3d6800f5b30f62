import type { QueryClient } from '@tanstack/react-query';
import { applyRead } from '#web/features/circle/index.ts';
import { call } from '#web/http.ts';
import type { LiveSocket } from '#web/live/index.ts';
import type { Conversation } from './conversation.ts';
import { withRead } from './conversation-changes.ts';
import { conversationKey } from './conversation-key.ts';

/** `me` has read everything that `sender` wrote (spec §4). Shown at once; a failure is only logged (spec §8). */
export function markRead(queries: QueryClient, socket: LiveSocket, me: string, sender: string): void {
  queries.setQueryData<Conversation>(
    conversationKey(sender),
    (held) => held && withRead(held, sender, Number.POSITIVE_INFINITY),
  );
  applyRead(queries, me, sender);
  if (socket.send({ type: 'read', sender })) return;
  call('POST', '/api/messages/read', { sender }).catch((error) => {
    console.info('Messages could not be marked read.', error);
  });
}
