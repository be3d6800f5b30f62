import { useEffect, useMemo } from 'react';
import type { ConnectionEntry } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { useToday } from '#web/dates/use-today.ts';
import { firstName } from '#web/features/circle/index.ts';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { Composer } from './composer/composer.tsx';
import { useConversation } from './conversation/use-conversation.ts';
import { useMarkRead } from './conversation/use-mark-read.ts';
import { MessageList } from './messages/message-list.tsx';
import { timeline } from './messages/timeline.ts';
import { useOutgoing } from './sending/use-outgoing.ts';

const NOTHING_YET = { messages: [], before: null, fetchedThrough: 0 };

/** The messages of a chat and its input. */
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

  return (
    <>
      {held === undefined && <ChatSkeleton />}
      {(held !== undefined || items.length > 0) && (
        <MessageList
          items={items}
          other={firstName(entry)}
          hasOlder={held !== undefined && held.before !== null}
          bringOlder={bringOlder}
        />
      )}
      <Composer me={me} other={entry.uid} />
    </>
  );
}
