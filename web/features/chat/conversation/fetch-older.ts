import type { QueryClient } from '@tanstack/react-query';
import type { MessagePage } from '#contract/views.ts';
import { keepTrying } from '#web/features/circle/index.ts';
import { call } from '#web/http.ts';
import type { Conversation } from './conversation.ts';
import { withOlder } from './conversation-changes.ts';
import { conversationKey } from './conversation-key.ts';

/**
 * Brings the page before the oldest message that is held. A failure is only logged (spec §8).
 * @returns whether it failed for something that may pass by itself
 */
export async function fetchOlder(queries: QueryClient, other: string): Promise<boolean> {
  const key = conversationKey(other);
  const before = queries.getQueryData<Conversation>(key)?.before;
  if (!before) return false;
  try {
    const page = await call<MessagePage>('GET', `/api/messages?with=${encodeURIComponent(other)}&before=${before}`);
    queries.setQueryData<Conversation>(key, (held) => held && withOlder(held, page, before));
    return false;
  } catch (error) {
    console.info('Older messages could not be fetched.', error);
    return keepTrying.retry(0, error as Error);
  }
}
