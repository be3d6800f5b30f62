import type { QueryClient } from '@tanstack/react-query';
import type { MessagePage } from '#contract/views.ts';
import { call } from '#web/http.ts';
import type { Conversation } from './conversation.ts';
import { withOlder } from './conversation-changes.ts';
import { conversationKey } from './conversation-key.ts';

/** Brings the page before the oldest message that is held. A failure is only logged (spec §8). */
export async function fetchOlder(queries: QueryClient, other: string): Promise<void> {
  const key = conversationKey(other);
  const before = queries.getQueryData<Conversation>(key)?.before;
  if (!before) return;
  try {
    const page = await call<MessagePage>('GET', `/api/messages?with=${encodeURIComponent(other)}&before=${before}`);
    queries.setQueryData<Conversation>(key, (held) => held && withOlder(held, page, before));
  } catch (error) {
    console.info('Older messages could not be fetched.', error);
  }
}
