import { type ReactNode, useEffect } from 'react';
import { HAS_CARDS } from '#contract/ask-screens.ts';
import type { Asks, OwnAsk } from '#contract/asks.ts';
import type { Mood } from '#contract/moods.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { hasAskBar } from '#web/features/moods/index.ts';
import { PlanLink } from '#web/features/plan/index.ts';
import { useStore } from '#web/store.ts';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Helplines, Link } from '#web/ui/link.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { useLocation } from '#web/ui/router.tsx';
import { holdWords, undoneWords } from '../ask-words.ts';
import { useDismissed } from '../dismissed.ts';
import { useNow } from '../server-clock.ts';
import { smallButton, smallLink, smallLinks } from '../small-button.ts';
import { useAskCall } from '../use-ask-call.ts';
import { AnnounceAnswers } from './announce-answers.tsx';
import { HelpSheet, openSheet } from './help-sheet.tsx';
import { areTextsHeld, type OwnState, ownState, whoComes } from './own-state.ts';
import { type ShownUndone, useUndo } from './use-undo.ts';
import { useHeadline, WhoComes } from './who-comes.tsx';

/** A person's own ask in one line above the footer: the undo on every screen, the rest where no card says it. */
export function OwnBar({ asks }: { asks: Asks }) {
  const { appUserMood } = useApp();
  const hasCard = HAS_CARDS.test(useLocation().pathname);
  const { isDismissed, dismiss } = useDismissed();
  const sheet = useStore(openSheet);
  const { undo, isUndoing, refusal, undone, setUndone } = useUndo(asks.mine);

  // A slip can be told for an hour, also after a reload and on another device.
  const newest = undone ?? asks.undone;
  const undoneKey = `undone ${newest?.ask} ${newest?.calledAt}`;
  // Another choice since the undo has words of its own.
  const isNewest = newest && (asks.mine === null || asks.mine.calledAt <= newest.calledAt);
  const shownUndone = isNewest && (undone !== null || !isDismissed(undoneKey)) ? newest : null;
  // Until the choice that was taken back is gone from what is known, it is not shown again.
  const isTakenBack = undone !== null && asks.mine?.id === undone.ask && asks.mine.calledAt === undone.calledAt;
  const ask = isTakenBack ? null : asks.mine;
  const now = useNow(ask && !ask.closed ? 1_000 : 60_000);
  const state = ask ? ownState(ask, appUserMood, now) : 'over';
  const expired = `expired ${ask?.id}`;
  const isLive = state !== 'over' && state !== 'expired';
  const hasAsk = shownUndone !== null || isLive;
  useEffect(() => {
    hasAskBar.set(hasAsk);
    return () => hasAskBar.set(false);
  }, [hasAsk]);

  function close(what: string) {
    dismiss(what);
    setUndone(null);
  }

  return (
    <>
      {refusal && <FormError>{refusal}</FormError>}
      {shownUndone ? (
        <Undone
          undone={shownUndone}
          mood={undone?.mood ?? appUserMood}
          canTell={asks.undone?.ask === shownUndone.ask}
          onTold={() => setUndone({ ...shownUndone, isTold: true })}
          onClose={() => close(undoneKey)}
        />
      ) : ask && areTextsHeld(ask, now) ? (
        <Held ask={ask} now={now} isUndoing={isUndoing} onUndo={undo} />
      ) : state === 'expired' && !isDismissed(expired) ? (
        <Line words={t.askEndedAfterThreeDays}>
          <Helplines className={smallLink} />
          <Ok onClick={() => close(expired)} />
        </Line>
      ) : (
        ask && isLive && !hasCard && <Open ask={ask} state={state} now={now} />
      )}
      {ask && isLive && sheet === ask.id && <HelpSheet ask={ask} onUndo={undo} />}
      <AnnounceAnswers ask={asks.mine} />
    </>
  );
}

interface LineProps {
  words: ReactNode;
  children: ReactNode;
}

function Line({ words, children }: LineProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1.5">
      {typeof words === 'string' ? (
        <p className="wrap-anywhere min-w-[min(5.5rem,100%)] grow basis-0 font-semibold text-sm tabular-nums leading-tight max-[22rem]:text-xs sm:text-base">
          {words}
        </p>
      ) : (
        words
      )}
      {children}
    </div>
  );
}

function Ok({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="quiet" className={smallButton} onClick={onClick}>
      {t.ok}
    </Button>
  );
}

interface HeldProps {
  ask: OwnAsk;
  now: number;
  isUndoing: boolean;
  onUndo: () => void;
}

/** The seconds before friends are asked, in which the choice can be taken back. */
function Held({ ask, now, isUndoing, onUndo }: HeldProps) {
  const isAlone = ask.report.asked === 0;
  return (
    <Line words={isAlone ? t.nobodyIsAsked : holdWords(ask.level, ask.textsAt, now)}>
      <Button className={smallButton} aria-disabled={isUndoing} onClick={onUndo}>
        {t.undo}
      </Button>
      <span className={smallLinks}>
        {!isAlone && (
          <button type="button" className={smallLink} onClick={() => openSheet.set(ask.id)}>
            {t.sayMore}
          </button>
        )}
        <Helplines className={smallLink} />
      </span>
    </Line>
  );
}

function Open({ ask, state, now }: { ask: OwnAsk; state: OwnState; now: number }) {
  const headline = useHeadline(ask, state, now);
  const { pathname } = useLocation();
  const [first] = state === 'open' ? whoComes(ask) : [];
  return (
    <Line words={first ? <WhoComes answer={first} ask={ask} now={now} isInBar /> : headline}>
      <span className={smallLinks}>
        {pathname !== '/plan' && <PlanLink className={smallLink} />}
        <Helplines className={smallLink} />
      </span>
      <Link to="/cares" className={`${buttonClass('quiet')} ${smallButton}`}>
        {t.showMore}
      </Link>
    </Line>
  );
}

interface UndoneProps {
  undone: ShownUndone;
  mood: Mood | null;
  /** Whether it was a slip, as the server says: no other call stands. */
  canTell: boolean;
  onTold: () => void;
  onClose: () => void;
}

function Undone({ undone, mood, canTell, onTold, onClose }: UndoneProps) {
  const { error, isPending, change } = useAskCall(undone.ask);

  async function tell() {
    if (await change('POST', '/slip')) onTold();
  }

  return (
    <>
      <div ref={undone.isTold ? focusNextStep : undefined} tabIndex={-1}>
        <Line words={undone.isTold ? t.toldOfTheSlip : undoneWords(undone, mood)}>
          {canTell && !undone.isTold && (
            <Button className={smallButton} aria-disabled={isPending} onClick={tell}>
              {t.tellThemOfTheSlip}
            </Button>
          )}
          <Helplines className={smallLink} />
          <Ok onClick={onClose} />
        </Line>
      </div>
      <FormError>{error}</FormError>
    </>
  );
}
