import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Message } from '#contract/views.ts';
import { applyMessage, useConnections } from '#web/features/circle/index.ts';
import { applyEvent, fetchAgain, useLiveEvent, useLiveOpen, useLiveSocket } from '#web/live/index.ts';
import { drafts } from './composer/drafts.ts';
import { forgetDeletedQuotes, forgetQuote } from './composer/forget-quotes.ts';
import { removeDraftsExcept } from './composer/remove-drafts.ts';
import { returnToDraft } from './composer/return-to-draft.ts';
import { type Conversation, conversationKey } from './conversation/conversation.ts';
import { fetchMissed } from './conversation/fetch-missed.ts';
import { withDeleted, withMessage, withReactionTo, withRead } from './conversation/live-changes.ts';
import { giveBack } from './photos/chosen-photos.ts';
import { forgetPhotos } from './photos/photo-store.ts';
import { uploadPhotosOf } from './photos/upload-photos-of.ts';
import { deliverOutgoing, sendMessage, waitForOpen } from './sending/deliver-outgoing.ts';
import { holdTab, takeOverMessages } from './sending/open-tabs.ts';
import { type OutgoingMessage, outgoingQueue, tabId } from './sending/outgoing-queue.ts';
import { watchUnsent } from './sending/watch-unsent.ts';

/** Applies live events to `me`'s cached conversations, and delivers outgoing messages. Renders nothing. */
export function SyncChats({ me }: { me: string }) {
  const queries = useQueryClient();
  const socket = useLiveSocket();
  const { data: connections } = useConnections();

  useEffect(() => {
    if (connections) removeDraftsExcept(me, new Set(connections.map(({ uid }) => uid)));
  }, [me, connections]);

  useEffect(() => watchUnsent(me), [me]);

  useLiveOpen(() => void fetchMissed(queries).then(() => forgetDeletedQuotes(queries, me)));
  useEffect(() => {
    // This chunk loads late: events may have arrived after a conversation was fetched and before this.
    void fetchAgain(queries, ['messages']);
  }, [queries]);

  useLiveEvent('message', ({ message }) => {
    const other = message.sender === me ? message.receiver : message.sender;
    applyEvent<Conversation>(queries, conversationKey(other), (known) => withMessage(known, message));
    if (message.sender === me && outgoingQueue(me).remove(message.id)) forgetPhotosOf(message);
  });

  useLiveEvent('read', ({ by, sender, through }) => {
    const other = by === me ? sender : by;
    applyEvent<Conversation>(queries, conversationKey(other), (known) => withRead(known, sender, through));
  });

  useLiveEvent('reaction', ({ id, by, other, emoji }) => {
    const key = conversationKey(by === me ? other : by);
    applyEvent<Conversation>(queries, key, (known) => withReactionTo(known, id, by, emoji));
  });

  useLiveEvent('deleted', ({ id, by, other, for: whom }) => {
    const friend = by === me ? other : by;
    applyEvent<Conversation>(queries, conversationKey(friend), (known) => withDeleted(known, id, whom));
    forgetQuote(me, friend, id);
    // An unread message counts no more.
    void fetchAgain(queries, ['connections', me]);
  });

  useEffect(() => {
    const queue = outgoingQueue(me);
    const onStorage = (event: StorageEvent) => queue.applyStorageEvent(event);
    window.addEventListener('storage', onStorage);
    const onRefused = (message: OutgoingMessage, reason: string) => {
      const { receiver, content, photos } = message;
      const draft = drafts.read(me, receiver);
      // Without words only the reason is shown: an empty line would be put before what was typed since.
      drafts.write(me, receiver, content ? returnToDraft(draft, content, reason) : { ...draft, refusal: reason });
      if (photos) void giveBack(message, me);
    };
    const tab = tabId();
    const stopHolding = holdTab(tab);
    void takeOverMessages(queue, tab);
    const stopUploads = uploadPhotosOf(me, socket, onRefused);
    const stopDelivery = deliverOutgoing({
      queue,
      tab,
      send: (message, signal) => sendMessage(message, me, socket, signal),
      pause: (ms, signal) => waitForOpen(socket, ms, signal),
      onStored: ({ id, receiver, content, quote, photos }, { seq, timestamp }) => {
        const message: Message = { id, seq, sender: me, receiver, content, timestamp, read: false };
        if (quote) message.quote = quote;
        if (photos) message.photos = photos;
        forgetPhotosOf(message);
        applyEvent<Conversation>(queries, conversationKey(receiver), (known) => withMessage(known, message));
        applyMessage(queries, me, message, true);
      },
      onRefused,
    });
    return () => {
      window.removeEventListener('storage', onStorage);
      stopHolding();
      stopUploads();
      stopDelivery();
    };
  }, [queries, socket, me]);

  return null;
}

function forgetPhotosOf({ photos }: Message): void {
  if (photos) void forgetPhotos(photos.map(({ id }) => id));
}
