import { type RefObject, useMemo, useState } from 'react';
import type { ConnectionEntry } from '#contract/views.ts';
import { useToday } from '#web/dates/use-today.ts';
import { firstName } from '#web/features/circle/index.ts';
import { isPageVisible } from '#web/page-visible.ts';
import { ChatSkeleton } from '../chat-skeleton.tsx';
import type { Conversation } from '../conversation/conversation.ts';
import { useMarkRead } from '../conversation/mark-read.ts';
import { useConversation } from '../conversation/use-conversation.ts';
import { useOutgoing } from '../sending/outgoing.ts';
import { ScrollingList } from './scrolling-list.tsx';
import { timeline } from './timeline.ts';

const NOT_FETCHED = { messages: [], before: null, fetchedThrough: 0 };

interface MessageListProps {
  me: string;
  entry: ConnectionEntry;
  input: RefObject<HTMLElement | null>;
}

export function MessageList({ me, entry, input }: MessageListProps) {
  const [conversation, fetchOlder, isFetching] = useConversation(me, entry.uid);
  const firstNew = useFirstNew(entry.uid, conversation, isFetching);
  useMarkRead(me, entry, conversation, isFetching);
  const outgoing = useOutgoing(me, entry.uid);
  const today = useToday().toDateString();
  const items = useMemo(
    () => timeline(conversation ?? NOT_FETCHED, outgoing, me, new Date(today), firstNew),
    [conversation, outgoing, me, today, firstNew],
  );
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
          fetchOlder={conversation?.before ? fetchOlder : null}
          input={input}
        />
      )}
    </>
  );
}

/**
 * The seq of the message that was the other person's first unread one when the chat opened; null when all were read. It stays
 * until the chat is left, also when the message is marked read. Messages that come while the page is hidden begin anew.
 * @param isFetching whether a page is on its way that may have earlier unread messages
 */
function useFirstNew(other: string, conversation: Conversation | undefined, isFetching: boolean): number | null {
  const [firstNew, setFirstNew] = useState<number | null>();
  if (conversation && (firstNew === undefined || !isPageVisible())) {
    const unread = conversation.messages.find(({ sender, read }) => sender === other && !read)?.seq;
    // Set during the render: the effect that marks all messages read comes after it.
    if (unread !== undefined && unread !== firstNew) setFirstNew(unread);
    else if (firstNew === undefined && !isFetching) setFirstNew(null);
  }
  return firstNew ?? null;
}
