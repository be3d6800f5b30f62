import type { MessagePage } from '#contract/views.ts';
import { type Conversation, withOlder } from './conversation.ts';

/** A chat opens at its first unread message, unless that is more than this number of pages away. */
const MAX_PAGES = 20;

/** The pages before the newest one, newest first, up to the first unread message. After a failure those that came. */
export async function fetchUnread(
  { firstUnread, before }: MessagePage,
  fetchPage: (before: number) => Promise<MessagePage>,
): Promise<MessagePage[]> {
  const pages: MessagePage[] = [];
  try {
    let next = before;
    while (next !== null && firstUnread.theirs !== null && firstUnread.theirs < next && pages.length < MAX_PAGES) {
      const page = await fetchPage(next);
      pages.push(page);
      next = page.before;
    }
  } catch (error) {
    console.info('The first unread message could not be fetched.', error);
  }
  return pages;
}

/** Adds pages, newest first. @param before the seq before which the first of them was asked for */
export function withPages(conversation: Conversation, before: number, pages: MessagePage[]): Conversation {
  let asked: number | null = before;
  let all = conversation;
  for (const page of pages) {
    if (asked === null) break;
    all = withOlder(all, page, asked);
    asked = page.before;
  }
  return all;
}
