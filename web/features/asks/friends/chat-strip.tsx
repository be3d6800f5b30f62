import { useState } from 'react';
import type { FriendAsk } from '#contract/asks.ts';
import { firstName } from '#web/features/circle/index.ts';
import { useNow } from '../use-now.ts';
import { AnswerPart } from './answer-part.tsx';
import { friendWords } from './friend-state.ts';
import { LateWords } from './late-words.tsx';
import { labelOf, newsOf, reportSeen } from './seen-ask.ts';
import { useSeenForASecond } from './use-seen.ts';
import { type ShownAsk, useShownAsks } from './use-shown-asks.ts';

interface ChatStripProps {
  me: string;
  /** The friend's. */
  uid: string;
  asks: readonly FriendAsk[];
}

/** The ask of the friend whose chat is open. */
export function ChatStrip({ me, uid, asks }: ChatStripProps) {
  const now = useNow(15_000);
  const shown = useShownAsks(me, asks, now).find(({ friend }) => friend.uid === uid);
  /** Whether the friend has closed the ask before the answer came. */
  const [isLate, setLate] = useState(false);
  if (shown) return <Strip key={shown.ask.id} {...shown} me={me} now={now} onLate={() => setLate(true)} />;
  return isLate && <LateWords uid={uid} onClose={() => setLate(false)} />;
}

interface StripProps extends ShownAsk {
  me: string;
  now: number;
  onLate: () => void;
}

const WORDS = 'wrap-anywhere grow py-1 text-sm leading-tight';

/** The title says who it is about: the line and the three answers are left, and one line after an answer. */
function Strip(props: StripProps) {
  const { ask, friend, state, now } = props;
  const words = friendWords(ask, friend, now, state);
  const seen = useSeenForASecond(() => reportSeen(ask));
  const isAsked = state === 'asks';
  return (
    <section
      ref={seen}
      aria-label={labelOf(friend, state)}
      tabIndex={-1}
      className="flex shrink-0 flex-wrap items-center gap-x-2 border-line border-b px-4 py-1"
    >
      <h2 className="sr-only">{labelOf(friend, state)}</h2>
      {isAsked ? (
        <p className={`text-ink-soft ${WORDS}`}>{words.line}</p>
      ) : (
        <p className={`min-w-[min(4.5rem,100%)] basis-0 font-semibold ${WORDS}`}>
          {state === 'yes' ? `${firstName(friend)} can see it.` : words.title}
        </p>
      )}
      <p role="status" className="sr-only">
        {newsOf(ask, state, words)}
      </p>
      <div ref={markAsk}>
        <AnswerPart {...props} isInChat />
      </div>
    </section>
  );
}

/** Ref for a friend's ask: in low windows the chat leaves the messages more room (`styles.css`). */
function markAsk(ask: HTMLElement | null) {
  if (ask) document.documentElement.dataset.ask = '';
  else delete document.documentElement.dataset.ask;
}
