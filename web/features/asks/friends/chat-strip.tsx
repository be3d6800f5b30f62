import * as t from '#language';
import { firstName } from '#web/features/circle/index.ts';
import { useStore } from '#web/store.ts';
import { markRoot } from '#web/ui/page/ref-callbacks.ts';
import { comingTooWords, othersWords } from '../ask-words.ts';
import { useAsks } from '../use-asks.ts';
import { AnswerPart } from './answer-part.tsx';
import { friendWords } from './friend-state.ts';
import { closedBefore, LateWords } from './late-words.tsx';
import { labelOf, newsOf, useReportSeen } from './seen-ask.ts';
import { type ShownAsk, useShownAsks } from './use-shown-asks.ts';

function useAskOf(friend: string): ShownAsk | undefined {
  const asks = useAsks()?.friends ?? [];
  return useShownAsks(asks).find((each) => each.friend.uid === friend);
}

export function ChatStrip({ friend }: { friend: string }) {
  const shown = useAskOf(friend);
  const late = useStore(closedBefore);
  if (shown) return <Strip key={shown.ask.id} {...shown} />;
  return late === friend && <LateWords uid={friend} />;
}

/** The title says who it is about: the line and the three answers are left, and one line after an answer. */
function Strip(shown: ShownAsk) {
  const { ask, friend, state, now } = shown;
  const words = friendWords(ask, friend, now, state);
  const said = state === 'asks' || state === 'yes' ? words.line : '';
  const text = said || (state === 'yes' ? t.namesKnow({ names: firstName(friend), count: 1 }) : words.title);
  // More than the time has a row of its own, so that the strip does not grow as minutes pass.
  const isTimeOnly = ask.note === null && ask.help === null && othersWords(ask) === null;
  const isYesLong = ask.note !== null || (ask.help !== null && comingTooWords(ask) !== null);
  const isLong = said && (state === 'yes' ? isYesLong : !isTimeOnly);
  const look = `${said ? 'text-ink-soft' : 'font-semibold'} ${isLong ? 'basis-full' : 'basis-0'}`;
  return (
    <section
      ref={useReportSeen(ask)}
      aria-label={labelOf(friend, state)}
      tabIndex={-1}
      className="flex shrink-0 flex-wrap items-center gap-x-2 border-line border-b px-4 py-1"
    >
      <h2 className="sr-only">{labelOf(friend, state)}</h2>
      <p className={`wrap-anywhere min-w-[min(3.5rem,100%)] grow py-1 text-sm leading-tight ${look}`}>{text}</p>
      <p role="status" className="sr-only">
        {newsOf(ask, state, words)}
      </p>
      <div ref={markAsk}>
        <AnswerPart {...shown} isInChat />
      </div>
    </section>
  );
}

const markAsk = markRoot('ask');

const READY = [t.imHere, t.canICallYou, t.thinkingOfYou];

interface ReadyAnswersProps {
  friend: string;
  write: (words: string) => void;
}

/** First words after a yes, until one of the two has written. A tap puts them into the input. */
export function ReadyAnswers({ friend, write }: ReadyAnswersProps) {
  const shown = useAskOf(friend);
  if (shown?.state !== 'yes' || shown.friend.lastmessage > (shown.ask.answeredAt ?? 0)) return null;
  return (
    <ul aria-label={t.readyAnswers} className="flex shrink-0 flex-wrap gap-1 px-3 py-1">
      {READY.map((words) => (
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
