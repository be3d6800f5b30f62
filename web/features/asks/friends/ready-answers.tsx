import { createPortal } from 'react-dom';
import type { ChatSlot } from '../shown/ask-slot.tsx';
import type { ShownAsk } from './use-shown-asks.ts';

const WORDS = ['I’m here.', 'Can I call you?', 'Thinking of you.'];

interface ReadyAnswersProps {
  slot: ChatSlot;
  shown: ShownAsk;
}

/** First words after a yes, until one of the two has written. A tap puts them into the input. */
export function ReadyAnswers({ slot, shown: { ask, friend } }: ReadyAnswersProps) {
  if (friend.lastmessage > (ask.answeredAt ?? 0)) return null;
  return createPortal(
    <ul aria-label="Ready answers" className="flex shrink-0 flex-wrap gap-1 px-3 py-1">
      {WORDS.map((words) => (
        <li key={words}>
          <button
            type="button"
            className="min-h-11 rounded-full border border-edge px-2 text-sm hover:bg-raised"
            onClick={() => slot.write(words)}
          >
            {words}
          </button>
        </li>
      ))}
    </ul>,
    slot.answers,
  );
}
