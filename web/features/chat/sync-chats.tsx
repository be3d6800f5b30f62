import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Message } from '#contract/views.ts';
import { applyMessage, useConnections } from '#web/features/circle/index.ts';
import { applyEvent, fetchAgain, useLiveEvent, useLiveOpen, useLiveSocket } from '#web/live/index.ts';
import { drafts } from './composer/drafts.ts';
import { removeDraftsExcept } from './composer/remove-drafts.ts';
import { returnToDraft } from './composer/return-to-draft.ts';
import { type Conversation, conversationKey } from './conversation/conversation.ts';
import { withMessage, withRead } from './conversation/live-changes.ts';
import { deliverOutgoing, sendMessage, waitForOpen } from './sending/deliver-outgoing.ts';
import { outgoingQueue, tabId } from './sending/outgoing-queue.ts';

/** Applies live events to `me`'s cached conversations, and delivers outgoing messages. Renders nothing. */
export function SyncChats({ me }: { me: string }) {
  const queries = useQueryClient();
  const socket = useLiveSocket();
  const { data: connections } = useConnections();

  useEffect(() => {
    if (connections) removeDraftsExcept(me, new Set(connections.map(({ uid }) => uid)));
  }, [me, connections]);

  useLiveOpen(() => void fetchAgain(queries, ['messages']));
  useEffect(() => {
    // This chunk loads late: events may have arrived after a conversation was fetched and before this.
    void fetchAgain(queries, ['messages']);
  }, [queries]);

  useLiveEvent('message', ({ message }) => {
    const other = message.sender === me ? message.receiver : message.sender;
    applyEvent<Conversation>(queries, conversationKey(other), (known) => withMessage(known, message));
    if (message.sender === me) outgoingQueue(me).remove(message.id);
  });

  useLiveEvent('read', ({ by, sender, through }) => {
    const other = by === me ? sender : by;
    applyEvent<Conversation>(queries, conversationKey(other), (known) => withRead(known, sender, through));
  });

  useEffect(() => {
    const queue = outgoingQueue(me);
    const onStorage = (event: StorageEvent) => queue.applyStorageEvent(event);
    window.addEventListener('storage', onStorage);
    const stopDelivery = deliverOutgoing({
      queue,
      tab: tabId(),
      send: (message, signal) => sendMessage(message, me, socket, signal),
      pause: (ms, signal) => waitForOpen(socket, ms, signal),
      onStored: ({ id, receiver, content }, { seq, timestamp }) => {
        const message: Message = { id, seq, sender: me, receiver, content, timestamp, read: false };
        applyEvent<Conversation>(queries, conversationKey(receiver), (known) => withMessage(known, message));
        applyMessage(queries, me, message, true);
      },
      onRefused: ({ receiver, content }, reason) => {
        drafts.write(me, receiver, returnToDraft(drafts.read(me, receiver), content, reason));
      },
    });
    return () => {
      window.removeEventListener('storage', onStorage);
      stopDelivery();
    };
  }, [queries, socket, me]);

  return null;
}
