import { useState } from 'react';
import type { FriendAsk } from '#contract/asks.ts';
import * as t from '#language';
import { firstName } from '#web/features/circle/index.ts';
import { useStore } from '#web/store.ts';
import { Face } from '#web/ui/face.tsx';
import { DOWN, LineIcon, UP } from '#web/ui/line-icon.tsx';
import { useIsWide } from '#web/ui/page/list-scroller.ts';
import { asksWords } from '../ask-words.ts';
import { FriendCard } from './friend-card.tsx';
import { closedBefore, LateWords } from './late-words.tsx';
import { type ShownAsk, useShownAsks } from './use-shown-asks.ts';

const FACES = 3;

interface FriendStackProps {
  asks: readonly FriendAsk[];
  /** Whether several begin as one row, and not as the newest card. */
  isRow: boolean;
  /** The person asks for support too: others' asks are one quiet line. */
  isQuiet: boolean;
}

/** The asks of friends: the newest as a card, the others one tap away. Wide screens have room for all. */
export function FriendStack({ asks, isRow, isQuiet }: FriendStackProps) {
  const isWide = useIsWide();
  const [isOpen, setOpen] = useState(false);
  /** The ask that was answered here last: its card stays, to say what became of it. */
  const [answered, setAnswered] = useState<string | null>(null);
  const late = useStore(closedBefore);
  const shown = useShownAsks(asks).filter(
    ({ ask, state }) => ask.id === answered || (state !== 'no' && state !== 'left'),
  );
  const asking = shown.filter(({ state }) => state !== 'over');
  const isLine = isQuiet && asking.length > 0;
  const isFolded = !isOpen && (isLine || (shown.length > 1 && !isWide));
  const hasRow = isLine || (isRow && shown.length > 1 && !isWide);
  const top = shown.find(({ ask }) => ask.id === answered) ?? shown[0];
  const cards = isFolded ? (hasRow || !top ? [] : [top]) : shown;
  const toggle = () => setOpen(!isOpen);
  const hasMore = shown.length > 1 && !hasRow && !isWide;
  return (
    <>
      {late && !shown.some(({ friend }) => friend.uid === late) && <LateWords uid={late} />}
      {shown.length > 0 && (
        <div className="mb-4 space-y-2">
          {hasRow && <Row {...{ shown: asking.length > 0 ? asking : shown, isLine, isOpen }} onClick={toggle} />}
          {cards.map((each, index) => (
            <FriendCard
              key={each.ask.id}
              {...each}
              toggle={hasMore && index === 0 && <More count={shown.length - 1} isOpen={isOpen} onClick={toggle} />}
              onAnswered={() => setAnswered(each.ask.id)}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface RowProps {
  shown: readonly ShownAsk[];
  isLine: boolean;
  isOpen: boolean;
  onClick: () => void;
}

function Row({ shown, isLine, isOpen, onClick }: RowProps) {
  const asking = shown.filter(({ state }) => state !== 'over');
  const { ask, friend } = asking[0] ?? shown[0]!;
  const name = firstName(friend);
  const friends = asking.length;
  const words = isLine
    ? t.needSupportToo({ friends, name })
    : friends > 1
      ? t.friendsCouldUseSupport({ friends })
      : friends > 0
        ? asksWords(name, ask.level)
        : t.andOthersAreDoingBetter({ name });
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className={
        isLine
          ? 'flex min-h-11 w-full items-center gap-2 rounded-2xl text-start text-ink-soft hover:text-ink'
          : 'flex min-h-18 w-full flex-wrap items-center gap-x-3 rounded-3xl border border-line bg-surface px-4 py-1 text-start font-semibold shadow-soft'
      }
      onClick={onClick}
    >
      {!isLine && (
        <span aria-hidden="true" className="-space-x-2 flex pe-1">
          {shown.slice(0, FACES).map(({ ask, friend }) => (
            <Face key={ask.id} {...friend} isSmall />
          ))}
        </span>
      )}
      <span className="wrap-anywhere min-w-[min(7rem,100%)] grow basis-0 leading-tight">{words}</span>
      <LineIcon path={isOpen ? UP : DOWN} />
    </button>
  );
}

function More({ count, isOpen, onClick }: { count: number; isOpen: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={isOpen ? t.showFewer : t.moreFriends({ friends: count })}
      className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center rounded-full bg-raised px-2.5 font-semibold text-sm hover:bg-line"
      onClick={onClick}
    >
      {isOpen ? <LineIcon path={UP} /> : t.more({ count })}
    </button>
  );
}
