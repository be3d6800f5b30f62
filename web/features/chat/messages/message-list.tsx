import { type RefObject, useMemo } from 'react';
import type { ConnectionEntry } from '#contract/views.ts';
import { useToday } from '#web/dates/use-today.ts';
import { firstName } from '#web/features/circle/index.ts';
import { ChatSkeleton } from '../chat-skeleton.tsx';
import { useMarkRead } from '../conversation/mark-read.ts';
import { useConversation } from '../conversation/use-conversation.ts';
import { useFirstNew } from '../conversation/use-first-new.ts';
import { useOutgoing } from '../sending/outgoing.ts';
import { useLateChatParts } from '../use-late-chat-parts.ts';
import { ScrollingList } from './scrolling-list.tsx';
import { timeline } from './timeline.ts';

const NOT_FETCHED = { messages: [], before: null, fetchedThrough: 0 };

interface MessageListProps {
  me: string;
  entry: ConnectionEntry;
  /** The composer's input. */
  input: RefObject<HTMLElement | null>;
}

/** The messages of one chat; fetches them, and marks them read. */
export function MessageList({ me, entry, input }: MessageListProps) {
  const [conversation, fetchOlder, isFetching] = useConversation(entry.uid);
  const firstNew = useFirstNew(entry.uid, conversation, isFetching);
  useMarkRead(me, entry, conversation, isFetching);
  const outgoing = useOutgoing(me, entry.uid);
  const today = useToday().toDateString();
  const items = useMemo(
    () => timeline(conversation ?? NOT_FETCHED, outgoing, me, new Date(today), firstNew),
    [conversation, outgoing, me, today, firstNew],
  );
  const late = useLateChatParts();
  return (
    <>
      {conversation === undefined && <ChatSkeleton />}
      {(conversation !== undefined || items.length > 0) && (
        <ScrollingList
          me={me}
          uid={entry.uid}
          items={items}
          firstNew={firstNew}
          other={firstName(entry)}
          hasOlder={conversation !== undefined && conversation.before !== null}
          fetchOlder={fetchOlder}
          input={input}
          late={late}
        />
      )}
    </>
  );
}
