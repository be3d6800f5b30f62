import { type ReactNode, useState } from 'react';
import type { OwnAsk } from '#contract/asks.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { dayAndTime } from '#web/dates/format-date.ts';
import { CallFriend } from '#web/features/circle/index.ts';
import { PlanLink } from '#web/features/plan/index.ts';
import { useLocalHelp } from '#web/help/use-local-help.ts';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Helplines, Link } from '#web/ui/link.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { isOnlyInApp, reportWords, saidWords } from '../ask-words.ts';
import { useNow } from '../server-clock.ts';
import { plainButton, smallButton, smallLink } from '../small-button.ts';
import { useAskCall } from '../use-ask-call.ts';
import { BetterPart, OkNow } from './better-part.tsx';
import { openSheet } from './help-sheet.tsx';
import { hasNoAnswer, isLeftAlone, isOneMissing, isQuiet, ownState, whoComes } from './own-state.ts';
import { useHeadline, WhoComes } from './who-comes.tsx';

/** A person's own ask, first on the lists: who comes, what was said, and what to do. */
export function OwnCard({ ask }: { ask: OwnAsk }) {
  const now = useNow(1_000);
  const { appUserMood } = useApp();
  /** 'back': the button that was pressed gets its focus again. */
  const [better, setBetter] = useState<'asked' | 'back'>();
  const state = ownState(ask, appUserMood, now);
  const headline = useHeadline(ask, state, now);
  const { error, isPending, change } = useAskCall(ask.id);
  const coming = state === 'open' ? whoComes(ask) : [];
  const said = [saidWords(ask), ask.helpersWanted === 2 && ask.answers.length === 0 && t.twoFriends]
    .filter(Boolean)
    .join(' · ');
  const report = state === 'held' ? [t.nobodyIsAskedYet] : reportWords(ask.report);
  const isOpen = state === 'open' || isQuiet(state);
  const isAsking = isOpen || state === 'held';
  /** Nobody comes: other ways stand first. */
  const isAlone = isQuiet(state) || (isOpen && isLeftAlone(ask));
  const mayAskAgain = hasNoAnswer(ask, state, now);
  const ways = (
    <span className="flex flex-wrap gap-x-2">
      <PlanLink className={`${smallLink} min-h-11! px-1`} />
      <Helplines className={`${smallLink} min-h-11! px-1`} />
    </span>
  );

  if (isOpen && better === 'asked')
    return (
      <Card>
        <OkNow onBack={() => setBetter('back')} />
      </Card>
    );
  return (
    <Card>
      {coming.length > 0 ? (
        <ul aria-label={t.whoComes} className="space-y-1">
          {coming.map((answer) => (
            <li key={answer.uid}>
              <WhoComes answer={answer} ask={ask} now={now} />
            </li>
          ))}
        </ul>
      ) : (
        <h2 className="wrap-anywhere font-semibold text-lg leading-snug">{headline}</h2>
      )}
      {state === 'open' && isOneMissing(ask) && <p className="mt-2 text-ink-soft">{t.stillAskingOneMore}</p>}
      {state === 'open' && ask.answers.length === 0 && isOnlyInApp(ask.report) && (
        <p className="text-ink-soft">{t.seeItWhenTheyOpenMoodring({ friends: ask.report.asked })}</p>
      )}
      {isAsking && said && <p className="wrap-anywhere mt-2 text-ink-soft">{said}</p>}
      {state === 'quiet' && <p className="mt-1 text-ink-soft">{t.peopleAreBusy}</p>}
      {state === 'better' && <BetterPart ask={ask} />}
      {(isAlone || mayAskAgain) && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {isAlone && ask.level === 'Dark' && <LocalLine />}
          {mayAskAgain && ask.againAt === null && (
            <Button
              variant={ask.level === 'Dark' || !isAlone ? 'quiet' : 'primary'}
              className={smallButton}
              aria-disabled={isPending}
              onClick={() => void change('POST', '/again')}
            >
              {t.askOnceMore}
            </Button>
          )}
          {mayAskAgain && ask.againAt !== null && (
            <p ref={focusNextStep} tabIndex={-1} role="status" className="basis-full">
              {t.youAskedOnceMore({ when: dayAndTime(ask.againAt, now) })}
            </p>
          )}
          {isAlone && <CallFriend className={`${buttonClass('quiet')} ${smallButton}`} />}
        </div>
      )}
      {state !== 'better' && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {state === 'nudge' && (
            <>
              <Button className={smallButton} aria-disabled={isPending} onClick={() => void change('POST', '/still')}>
                {t.yesStill}
              </Button>
              <Link to="/status" className={`${buttonClass('quiet')} ${smallButton}`}>
                {t.itHasChanged}
              </Link>
            </>
          )}
          {isAlone && ways}
          {isOpen && (
            <Button
              ref={better && focusNextStep}
              variant="quiet"
              className={isAlone ? plainButton : smallButton}
              onClick={() => setBetter('asked')}
            >
              {t.imOkNow}
            </Button>
          )}
          {isAsking && ask.report.asked > 0 && (
            <Button
              variant="quiet"
              className={isAlone ? plainButton : smallButton}
              onClick={() => openSheet.set(ask.id)}
            >
              {t.change}
            </Button>
          )}
          {!isAlone && ways}
        </div>
      )}
      {isAsking && report.length > 0 && (
        <details className="text-ink-soft text-sm">
          <summary className="-mb-2 w-fit py-1.5">{t.details}</summary>
          {report.map((line) => (
            <p key={line} className="mt-1">
              {line}
            </p>
          ))}
        </details>
      )}
      <FormError>{error}</FormError>
    </Card>
  );
}

function Card({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label={t.yourAsk}
      tabIndex={-1}
      className="mb-4 rounded-3xl border border-line bg-surface p-4 shadow-soft lg:shadow-none"
    >
      {children}
    </section>
  );
}

function LocalLine() {
  const line = useLocalHelp()?.line;
  return (
    line && (
      <a href={line.href} className={`${buttonClass()} ${smallButton} rounded-3xl! leading-snug`}>
        {line.words}
      </a>
    )
  );
}
