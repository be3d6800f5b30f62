import type { QueryClient } from '@tanstack/react-query';
import type { MessagePage } from '#contract/views.ts';
import { call } from '#web/http.ts';
import type { Conversation } from './conversation.ts';
import { withNewest } from './conversation-changes.ts';
import { conversationKey } from './conversation-key.ts';

/** The newest page of the conversation with `other`, joined with what is held of it. A failure is only logged (spec §8). */
export async function fetchNewest(queries: QueryClient, other: string): Promise<Conversation> {
  try {
    const page = await call<MessagePage>('GET', `/api/messages?with=${encodeURIComponent(other)}`);
    return withNewest(queries.getQueryData(conversationKey(other)), page);
  } catch (error) {
    console.info('The messages could not be fetched.', error);
    throw error;
  }
}
