import { useEffect } from 'react';
import { useConnections } from '#web/features/circle/index.ts';
import { forgetAnswers } from '#web/kept/keep-answers.ts';
import { applyEvent, fetchAgain, liveSocket, useLiveEvent, useLiveOpen } from '#web/live/index.ts';
import { outboxOf } from '#web/outbox/index.ts';
import { forgetDeletedQuotes, forgetQuote } from './composer/change-draft.ts';
import { drafts, EMPTY_DRAFT } from './composer/drafts.ts';
import { type Conversation, conversationKey, withRead } from './conversation/conversation.ts';
import { fetchMissed } from './conversation/fetch-missed.ts';
import { withDeleted, withMessage, withReactionTo } from './conversation/live-changes.ts';
import type { OutgoingMessage } from './sending/outgoing.ts';
import { sendMessage } from './sending/send-message.ts';
import { watchUnsent } from './sending/watch-unsent.ts';

/** The last messages of so many chats are kept in the browser. */
const KEPT_CHATS = 30;

/** Applies live events to `me`'s cached conversations, and delivers outgoing messages. Renders nothing. */
export function SyncChats({ me }: { me: string }) {
  const { data: connections } = useConnections();

  useEffect(() => {
    if (!connections) return;
    // Drafts to people with whom `me` is no longer connected.
    const friends = new Set(connections.map(({ uid }) => uid));
    for (const other of drafts.others(me)) if (!friends.has(other)) drafts.write(me, other, EMPTY_DRAFT);
    const recent = connections.slice(0, KEPT_CHATS).map(({ uid }) => conversationKey(uid));
    void forgetAnswers(me, 'messages', recent);
  }, [me, connections]);

  useEffect(() => watchUnsent(me), [me]);

  useLiveOpen(() => outboxOf(me).retry());
  useLiveOpen(() => void fetchMissed().then(() => forgetDeletedQuotes(me)));

  useLiveEvent('message', ({ message }) => {
    const other = message.sender === me ? message.receiver : message.sender;
    applyEvent<Conversation>(conversationKey(other), (known) => withMessage(known, message));
    if (message.sender === me) void outboxOf(me).remove(message.id);
  });

  useLiveEvent('read', ({ by, sender, through }) => {
    const other = by === me ? sender : by;
    applyEvent<Conversation>(conversationKey(other), (known) => withRead(known, sender, through));
  });

  useLiveEvent('reaction', ({ id, by, other, emoji }) => {
    const key = conversationKey(by === me ? other : by);
    applyEvent<Conversation>(key, (known) => withReactionTo(known, id, by, emoji));
  });

  useLiveEvent('deleted', ({ id, by, other, for: whom }) => {
    const friend = by === me ? other : by;
    applyEvent<Conversation>(conversationKey(friend), (known) => withDeleted(known, id, whom));
    forgetQuote(me, friend, id);
    // An unread message counts no more.
    void fetchAgain(['connections', me]);
  });

  useEffect(() => {
    outboxOf(me).register('message', (item, signal) => sendMessage(item as OutgoingMessage, liveSocket, signal));
  }, [me]);

  return null;
}
