import { lazy, Suspense, useEffect, useMemo } from 'react';
import type { ConnectionEntry } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { useToday } from '#web/features/circle/index.ts';
import { loadChunk } from '#web/load-chunk.ts';
import { ChatHeader } from './chat-header.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { Composer } from './composer.tsx';
import { timeline } from './timeline.ts';
import { useConversation } from './use-conversation.ts';
import { useMarkRead } from './use-mark-read.ts';
import { useOutgoing } from './use-outgoing.ts';

/** The virtual list comes after the first paint, while the messages are being fetched. */
const loadMessageList = () => loadChunk(() => import('./message-list.tsx'));
const MessageList = lazy(loadMessageList);

const NOTHING_YET = { messages: [], before: null, fetchedThrough: 0 };

/** The chat with one connection. */
export function Chat({ me, entry }: { me: string; entry: ConnectionEntry }) {
  const { setAppCurrentReciever } = useApp();
  const [held, bringOlder] = useConversation(entry.uid);
  const outgoing = useOutgoing(me, entry.uid);
  const today = useToday().toDateString();
  const items = useMemo(
    () => timeline(held ?? NOTHING_YET, outgoing, me, new Date(today)),
    [held, outgoing, me, today],
  );
  useMarkRead(me, entry, held);

  useEffect(() => {
    setAppCurrentReciever(entry.uid);
    return () => setAppCurrentReciever(null);
  }, [setAppCurrentReciever, entry.uid]);

  useEffect(() => {
    // A failure shows when the list is to be shown.
    loadMessageList().catch(() => {});
  }, []);

  return (
    <>
      <ChatHeader entry={entry} />
      {held === undefined && <ChatSkeleton />}
      {(held !== undefined || items.length > 0) && (
        <Suspense fallback={<ChatSkeleton />}>
          <MessageList
            items={items}
            other={entry.firstname}
            hasOlder={held !== undefined && held.before !== null}
            bringOlder={bringOlder}
          />
        </Suspense>
      )}
      <Composer me={me} other={entry.uid} />
    </>
  );
}
