import { useState } from 'react';
import { isPageVisible } from '#web/page-visible.ts';
import type { Conversation } from './conversation.ts';

/**
 * The seq of the message that was the other person's first unread one when the chat opened; null when all were read. It stays
 * until the chat is left, also when the message is marked read. Messages that come while the page is hidden begin anew.
 * @param isFetching whether a page is on its way that may have earlier unread messages
 */
export function useFirstNew(other: string, conversation: Conversation | undefined, isFetching: boolean): number | null {
  const [firstNew, setFirstNew] = useState<number | null>();
  if (conversation && (firstNew === undefined || !isPageVisible())) {
    const unread = conversation.messages.find(({ sender, read }) => sender === other && !read)?.seq;
    // Set during the render: the effect that marks all messages read comes after it.
    if (unread !== undefined && unread !== firstNew) setFirstNew(unread);
    else if (firstNew === undefined && !isFetching) setFirstNew(null);
  }
  return firstNew ?? null;
}
