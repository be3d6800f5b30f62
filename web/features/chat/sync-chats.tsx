import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Message } from '#contract/views.ts';
import { applyMessage } from '#web/features/circle/index.ts';
import { applyEvent, fetchAgain, useLiveEvent, useLiveOpen, useLiveSocket } from '#web/live/index.ts';
import { returnToDraft } from './composer/draft.ts';
import { drafts } from './composer/drafts.ts';
import type { Conversation } from './conversation/conversation.ts';
import { withMessage, withRead } from './conversation/conversation-changes.ts';
import { conversationKey } from './conversation/conversation-key.ts';
import { deliverOutgoing } from './sending/deliver-outgoing.ts';
import { nextOpening } from './sending/next-opening.ts';
import { outgoingOf } from './sending/outgoing-of.ts';
import { sendMessage } from './sending/send-message.ts';
import { tabId } from './sending/tab-id.ts';

/** Keeps `me`'s conversations true to what the live connection tells, and delivers what is on its way. Shows nothing. */
export function SyncChats({ me }: { me: string }) {
  const queries = useQueryClient();
  const socket = useLiveSocket();

  useLiveOpen(() => void fetchAgain(queries, ['messages']));
  useEffect(() => {
    // A conversation may have been fetched before anybody listened here.
    void fetchAgain(queries, ['messages']);
  }, [queries]);

  useLiveEvent('message', ({ message }) => {
    const other = message.sender === me ? message.receiver : message.sender;
    applyEvent<Conversation>(queries, conversationKey(other), (held) => withMessage(held, message));
    if (message.sender === me) outgoingOf(me).remove(message.id);
  });

  useLiveEvent('read', ({ by, sender, through }) => {
    const other = by === me ? sender : by;
    applyEvent<Conversation>(queries, conversationKey(other), (held) => withRead(held, sender, through));
  });

  useEffect(() => {
    const queue = outgoingOf(me);
    const hearOtherTabs = (event: StorageEvent) => queue.take(event);
    window.addEventListener('storage', hearOtherTabs);
    const stopDelivery = deliverOutgoing({
      queue,
      tab: tabId(),
      send: (message, signal) => sendMessage(message, me, socket, signal),
      pause: (ms, signal) => nextOpening(socket, ms, signal),
      onStored: ({ id, receiver, content }, { seq, timestamp }) => {
        const message: Message = { id, seq, sender: me, receiver, content, timestamp, read: false };
        applyEvent<Conversation>(queries, conversationKey(receiver), (held) => withMessage(held, message));
        applyMessage(queries, me, message, true);
      },
      onRefused: ({ receiver, content }, words) => {
        drafts.write(me, receiver, returnToDraft(drafts.read(me, receiver), content, words));
      },
    });
    return () => {
      window.removeEventListener('storage', hearOtherTabs);
      stopDelivery();
    };
  }, [queries, socket, me]);

  return null;
}
