import type { FriendAsk } from '#contract/asks.ts';
import { useNow } from '../use-now.ts';
import { useShownAsks } from './use-shown-asks.ts';

const WORDS = ['I’m here.', 'Can I call you?', 'Thinking of you.'];

interface ReadyAnswersProps {
  me: string;
  /** The friend's. */
  uid: string;
  asks: readonly FriendAsk[];
  /** Puts words into the input. */
  write: (words: string) => void;
}

/** First words after a yes, until one of the two has written. A tap puts them into the input. */
export function ReadyAnswers({ me, uid, asks, write }: ReadyAnswersProps) {
  const shown = useShownAsks(me, asks, useNow(15_000)).find(({ friend }) => friend.uid === uid);
  if (shown?.state !== 'yes' || shown.friend.lastmessage > (shown.ask.answeredAt ?? 0)) return null;
  return (
    <ul aria-label="Ready answers" className="flex shrink-0 flex-wrap gap-1 px-3 py-1">
      {WORDS.map((words) => (
        <li key={words}>
          <button
            type="button"
            className="min-h-11 rounded-full border border-edge px-2 text-sm hover:bg-raised"
            onClick={() => write(words)}
          >
            {words}
          </button>
        </li>
      ))}
    </ul>
  );
}
