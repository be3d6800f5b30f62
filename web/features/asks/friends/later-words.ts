import type { FriendAsk } from '#contract/asks.ts';
import { dueWords, timeFrom } from '../ask-words.ts';

/** What a person who answered 'later' reads. @param now the server's time, in ms */
export function laterWords({ laterAt }: FriendAsk, name: string, now: number): string {
  if (laterAt === null) return `${name} can see that you’ll reach out later.`;
  if (laterAt <= now) return dueWords(laterAt, now);
  return `${name} can see that you’ll reach out ${timeFrom(laterAt, now)}.`;
}
