/** Pure functions: each takes the notices that wait and returns them after one change. The first one is shown. */
import { asksForSupport } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';

export interface Notice {
  uid: string;
  /** `joined`: the friend came into the circle, with a greeting that they did not write. */
  kind: 'support' | 'message' | 'joined';
}

/** The others are in the lists of chats, too, and would be old when it is their turn. */
const MAX = 5;

/** A friend has one notice: a burst is one, and a call for support is not replaced by a message. Those come first. */
export function withNotice(waiting: readonly Notice[], notice: Notice): readonly Notice[] {
  const known = waiting.find(({ uid }) => uid === notice.uid);
  if (known && (known.kind === notice.kind || known.kind === 'support')) return waiting;
  const all = [...waiting.filter((each) => each !== known), notice];
  const isSupport = ({ kind }: Notice) => Number(kind === 'support');
  return all.sort((one, other) => isSupport(other) - isSupport(one)).slice(0, MAX);
}

export function withoutNoticeOf(waiting: readonly Notice[], uid: string | null): readonly Notice[] {
  return waiting.some((notice) => notice.uid === uid) ? waiting.filter((notice) => notice.uid !== uid) : waiting;
}

/** Whether a notice is still true: moods change, and messages are read on another device. */
export function isCurrent({ kind }: Notice, { mood, unread }: ConnectionEntry): boolean {
  return kind === 'support' ? asksForSupport(mood) : unread > 0;
}
