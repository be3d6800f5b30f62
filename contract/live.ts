/**
 * The frames of the live connection (`GET /api/live`): JSON texts with a `type`. Lost events do no harm: on every (re)connect
 * the browser fetches everything that it shows.
 */
import { z } from 'zod';
import type { FriendAsk, OwnAsk, ShownAnswer } from './asks.ts';
import type { ErrorView } from './errors.ts';
import { markReadSchema, seenMoodSchema, sendMessageSchema, typingSchema } from './inputs.ts';
import type { ChosenMood, ConnectionEntry, Message } from './views.ts';

/** Browser to server. */
export const clientFrameSchema = z.discriminatedUnion('type', [
  sendMessageSchema.extend({ type: z.literal('send') }),
  markReadSchema.extend({ type: z.literal('read') }),
  /**
   * The visible chat with `uid` shows their Dark or Purple mood. With one's own uid: a visible screen shows the answers to one's
   * own ask, up to `chosenAt`. No answer.
   */
  seenMoodSchema.extend({ type: z.literal('seen') }),
  /** No answer. While the person types the browser repeats it every 3 s. */
  typingSchema.extend({ type: z.literal('typing') }),
]);

export type ClientFrame = z.infer<typeof clientFrameSchema>;

/** Server to browser. */
export type LiveEvent =
  /** The message is stored and committed. */
  | { type: 'sent'; id: string; seq: number; timestamp: number }
  /** The message was refused and not stored. `id` is null when the frame could not be read. */
  | { type: 'rejected'; id: string | null; error: ErrorView }
  /** A new message in one of this person's conversations, also their own from another tab. */
  | { type: 'message'; message: Message }
  /** `by` has read what `sender` wrote, up to and including seq `through`. Sent to both, unless one of them hides read marks. */
  | { type: 'read'; by: string; sender: string; through: number }
  /** `uid` is writing to this person, or has stopped. It ends by itself after 5 s, and with their message. */
  | { type: 'typing'; uid: string; isTyping: boolean }
  /** `by` has reacted to a message between them and `other`, or taken the reaction back (null). Sent to both. */
  | { type: 'reaction'; id: string; by: string; other: string; emoji: string | null }
  /**
   * A message between `by` and `other` was deleted: for both, or for `by` alone, and then only their own browsers get this. A frame
   * with the message that arrives later changes nothing.
   */
  | { type: 'deleted'; id: string; by: string; other: string; for: 'me' | 'both' }
  /** A connection, or this person in another tab, chose a mood. May arrive after a later one: see ChosenMood. */
  | ({ type: 'mood'; uid: string } & ChosenMood)
  /** This person's ask as it is now; null when there is none. The highest version holds. */
  | { type: 'own-ask'; ask: OwnAsk | null }
  /** A friend has answered this person's ask, which has this version since. The whole ask follows. */
  | { type: 'own-ask-answer'; id: string; version: number; answer: ShownAnswer }
  /** A friend's ask for which this person is asked has changed. */
  | ({ type: 'friend-ask'; state: 'open' | 'closed' } & Pick<FriendAsk, 'id' | 'uid' | 'level' | 'onIt'>)
  /** This person has answered a friend's ask in another tab or by a link. */
  | { type: 'ask-answered'; id: string }
  /** A new connection. */
  | { type: 'connection'; entry: ConnectionEntry }
  /** A connection has ended: the person left, or one of the two ended it. */
  | { type: 'gone'; uid: string }
  /** Those who would like to be in this person's circle have changed. */
  | { type: 'requests' }
  /** This person's check-in, or one of a friend who asked them to look in, has changed. */
  | { type: 'check-ins' }
  /** Events may have been lost: fetch everything that is shown again. */
  | { type: 'refetch' };
