import type { ConnectionEntry } from '#contract/views.ts';
import { call } from '#web/http.ts';
import { byLastMessage } from './by-last-message.ts';

/** This person's connections, newest last message first. A failure is only logged (spec §8). */
export async function fetchConnections(uid: string): Promise<ConnectionEntry[]> {
  try {
    const entries = await call<ConnectionEntry[]>('GET', `/api/users/${uid}/connections`);
    return entries.sort(byLastMessage);
  } catch (error) {
    console.info('The connections could not be fetched.', error);
    throw error;
  }
}
