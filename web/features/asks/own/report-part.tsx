import type { OwnAsk } from '#contract/asks.ts';
import { CallFriend } from '#web/features/circle/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { useInstallation } from '#web/use-installation.ts';
import { answerWords, dayAndTime, reportWords } from '../ask-words.ts';
import { useAskCall } from '../use-ask-call.ts';
import { useLocalLine } from '../use-local-help.ts';
import { barLink, smallButton } from './bar-classes.ts';
import { OkNow } from './ok-now.tsx';
import { isQuiet, newestAnswer, type OwnState } from './own-state.ts';

const QUIET = 'Phones are in pockets, people work or sleep. It says nothing about what you mean to them.';

interface ReportPartProps {
  me: string;
  ask: OwnAsk;
  state: OwnState;
  /** The server's time, in ms. */
  now: number;
  /** Opens the sheet about what would help. */
  onSay: () => void;
}

/** Who answered, what is known of the texts, and what to do while it is quiet. */
export function ReportPart({ me, ask, state, now, onSay }: ReportPartProps) {
  const quiet = isQuiet(state);
  const { error, isPending, change } = useAskCall(ask.id);
  return (
    <>
      {state === 'quiet' && <p className="mt-1">{QUIET}</p>}
      {!quiet && <AnswerList ask={ask} now={now} />}
      {!quiet && ask.report.asked > 0 && (
        <div className="flex flex-wrap items-center gap-x-2">
          <div className="min-w-[min(12rem,100%)] grow basis-0">
            <Report ask={ask} />
          </div>
          <Helplines />
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {state === 'long quiet' && <LocalLine />}
        {quiet && ask.againAt === null && (
          <Button className={smallButton} aria-disabled={isPending} onClick={() => void change('POST', '/again')}>
            Ask once more
          </Button>
        )}
        {quiet && ask.againAt !== null && (
          <p ref={focusNextStep} tabIndex={-1} role="status" className="basis-full">
            You asked once more, {dayAndTime(ask.againAt, now)}.
          </p>
        )}
        {quiet && (
          <a href="/help" className={barLink}>
            Talk to a helpline
          </a>
        )}
        {quiet && <CallFriend uid={me} className={barLink} />}
        <OkNow me={me} />
        {!quiet && ask.report.asked === 0 && <Helplines />}
        {ask.report.asked > 0 && (
          <Button variant="quiet" className={smallButton} onClick={onSay}>
            What would help
          </Button>
        )}
      </div>
      {quiet && <Report ask={ask} />}
      <FormError>{error}</FormError>
    </>
  );
}

/** The answers without the newest one, which the bar begins with. */
function AnswerList({ ask, now }: { ask: OwnAsk; now: number }) {
  const newest = newestAnswer(ask);
  const others = ask.answers.filter((answer) => answer !== newest);
  if (others.length === 0) return null;
  return (
    <ul aria-label="Answers" className="mt-1">
      {others.map((answer) => (
        <li key={answer.uid} className="wrap-anywhere">
          {answerWords(answer, ask.worseAt, now)}
        </li>
      ))}
    </ul>
  );
}

function Report({ ask }: { ask: OwnAsk }) {
  const sendsTexts = useInstallation()?.sendsTexts;
  return reportWords(ask.report, sendsTexts).map((line) => (
    <p key={line} className="mt-1 text-pretty text-ink-soft text-sm">
      {line}
    </p>
  ));
}

function Helplines() {
  return (
    <a href="/help" className={barLink}>
      Helplines
    </a>
  );
}

/** The first helpline of the country that /help shows first. */
function LocalLine() {
  const line = useLocalLine();
  return (
    line && (
      <a
        href={line.href}
        className="inline-flex min-h-12 items-center rounded-3xl bg-accent px-4 py-2 font-semibold text-accent-ink leading-snug hover:bg-accent-strong"
      >
        {line.words}
      </a>
    )
  );
}
