import { MESSAGE_PAGE_SIZE } from '#contract/sizes.ts';
import type { MessagePage } from '#contract/views.ts';
import { fetchAgain } from '#web/live/index.ts';
import { queries } from '#web/query-cache.ts';
import { type Conversation, joinMessages, withoutMissing } from './conversation.ts';
import { fetchPage } from './use-conversation.ts';

/** Further back than this, the open conversation is dropped, and fetched again by scrolling. */
const MAX_PAGES = 20;

const MESSAGES = ['messages'];

/**
 * Fetches what this browser missed without a live connection, also what was deleted in older pages: those of the open
 * conversation are fetched again, those of the others are dropped when they are opened.
 */
export async function fetchMissed(): Promise<void> {
  // Of those, only what the next newest page has will stay.
  queries.setQueriesData<Conversation>(
    { queryKey: MESSAGES, type: 'inactive' },
    (known) => known && { ...known, fetchedThrough: 0 },
  );
  await fetchAgain(MESSAGES);
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: MESSAGES, type: 'active' })) {
    // `fetchPage` has logged a failure.
    await fetchOlderAgain(queryKey).catch(() => {});
  }
}

async function fetchOlderAgain(key: readonly unknown[]): Promise<void> {
  const known = () => queries.getQueryData<Conversation>(key)?.messages;
  let asked = known()?.at(-MESSAGE_PAGE_SIZE)?.seq ?? null;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    if (asked === null || (known()?.[0]?.seq ?? asked) >= asked) return;
    const before: number = asked;
    const page = await fetchPage(key[1] as string, before);
    queries.setQueryData<Conversation>(key, (now) => now && withPageAgain(now, page, before));
    asked = page.before;
  }
  const oldest = asked;
  if (oldest !== null) queries.setQueryData<Conversation>(key, (now) => now && withoutOlder(now, oldest));
}

/** Puts the page before seq `asked` in the place of the same page that was fetched earlier. */
export function withPageAgain(known: Conversation, page: MessagePage, asked: number): Conversation {
  const kept = withoutMissing(known.messages, page, asked - 1);
  const messages = joinMessages(kept, page.messages, known.deleted);
  return { ...known, messages, before: page.before === null ? null : known.before };
}

/** Without the messages before seq `oldest`. */
export function withoutOlder(known: Conversation, oldest: number): Conversation {
  const messages = known.messages.filter(({ seq }) => seq >= oldest);
  return messages.length < known.messages.length ? { ...known, messages, before: oldest } : known;
}
