import { useEffect, useState } from 'react';
import type { LinkedAsk } from '#contract/asks.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { CallError, call } from '#web/calls/http.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { dayAndTime } from '#web/dates/format-date.ts';
import { EntryPage, type WriteTo } from '#web/features/identity/index.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { LeaveButton, LeaveNote } from '#web/ui/leave-quickly.tsx';
import { Helplines, Link } from '#web/ui/link.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';
import { bdi, Rich } from '#web/ui/rich.tsx';
import { navigate, useLocation } from '#web/ui/router.tsx';
import { asksWords, HELP_WORDS } from '../ask-words.ts';
import { AnswerButtons } from '../friends/answer-buttons.tsx';
import { useNow } from '../server-clock.ts';
import { plainButton } from '../small-button.ts';

/**
 * /a#CODE: the link in a text. Opening it changes nothing, and needs no session. The code is behind #, so that it is in no server's
 * log, and is taken out of the address at once: what the address bar shows, others may see. A reload still has it.
 */
export default function LinkScreen() {
  const { hash, state } = useLocation() as { hash: string; state: { code?: string } | null };
  const code = hash.slice(1) || state?.code;

  useEffect(() => {
    if (hash !== '') navigate('/a', { replace: true, state: { code: hash.slice(1) } });
  }, [hash]);

  return (
    <>
      <div className="mx-auto flex max-w-md justify-end px-4 pt-4">
        <LeaveButton />
      </div>
      {code === undefined ? <RunOut /> : <Looked key={code} code={code} />}
      <div className="mx-auto max-w-md px-4 pb-10">
        <LeaveNote />
      </div>
    </>
  );
}

function Looked({ code }: { code: string }) {
  const look = useAnswer<LinkedAsk>('/api/asks/link', { code });
  const [answered, setAnswered] = useState<LinkedAsk | CallError>();
  const answer = answered ?? look.answer;
  if (answer === undefined) return <PageSkeleton />;
  if (!(answer instanceof CallError)) return <LinkedAskCard code={code} ask={answer} onAnswered={setAnswered} />;
  if (answer.code === 'not_found') return <RunOut />;
  return (
    <EntryPage heading={t.aFriendsMessage} note={answer.message}>
      <Button className="w-full" onClick={look.tryAgain}>
        {t.tryAgain}
      </Button>
    </EntryPage>
  );
}

function RunOut() {
  return (
    <EntryPage heading={t.aFriendsMessage} note={t.linkHasRunOut}>
      <Link to="/" className={`${buttonClass()} w-full`}>
        {t.openMoodring}
      </Link>
    </EntryPage>
  );
}

type Kind = NonNullable<LinkedAsk['answer']>;

interface LinkedAskCardProps {
  code: string;
  ask: LinkedAsk;
  onAnswered: (answer: LinkedAsk | CallError) => void;
}

function LinkedAskCard({ code, ask, onAnswered }: LinkedAskCardProps) {
  const now = useNow(60_000);
  const { error, isPending, submit } = useSubmit();
  const [isChanging, setChanging] = useState(false);
  const name = ask.firstname || t.unnamedFriend;

  const answer = (kind: Kind, laterAt?: number) =>
    submit(async () => {
      try {
        onAnswered(await call<LinkedAsk>('POST', '/api/asks/link/answer', { code, answer: kind, laterAt }));
        setChanging(false);
      } catch (thrown) {
        if (thrown instanceof CallError && thrown.code === 'not_found') onAnswered(thrown);
        else if (thrown instanceof CallError && thrown.code === 'ask_closed') onAnswered({ ...ask, isClosed: true });
        else throw thrown;
      }
    });

  if (ask.isClosed)
    return (
      <EntryPage
        heading={t.hasClosedThis({ name, bdi: String }).join('')}
        note={t.youCanStillWrite({ name, bdi: String }).join('')}
      >
        <SignIn name={name} />
      </EntryPage>
    );
  return (
    <EntryPage heading={asksWords(name, ask.level)} note={t.sinceTime({ time: dayAndTime(ask.calledAt, now) })}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Bubble mood={ask.level} />
        <p className="wrap-anywhere font-semibold text-lg">
          {ask.help ? t.nameAsks({ name, help: HELP_WORDS[ask.help] }) : t.evenOneLineHelps}
        </p>
      </div>
      {ask.isSomebodyThere && <p className="mt-3">{t.aFriendWillReachOut}</p>}
      {ask.answer && (
        <div className="mt-4 space-y-3">
          <p ref={focusNextStep} tabIndex={-1} role="status" className="font-semibold">
            {thanks(ask.answer, name)}
          </p>
          {ask.answer !== 'no' && <SignIn name={name} />}
          {!isChanging && (
            <Button variant="quiet" className={plainButton} onClick={() => setChanging(true)}>
              {t.changeMyAnswer}
            </Button>
          )}
        </div>
      )}
      {(ask.answer === null || isChanging) && (
        <div className="mt-4">
          <AnswerButtons
            others={ask.isSomebodyThere ? 1 : 0}
            now={now}
            isPending={isPending}
            isChange={ask.answer !== null}
            isNextStep={isChanging}
            onAnswer={(kind, laterAt) => void answer(kind, laterAt)}
          />
        </div>
      )}
      <FormError>{error}</FormError>
      <p className="mt-4 flex flex-wrap items-center gap-x-2 text-ink-soft">
        <span>
          <Rich parts={t.isInDanger({ name, bdi })} />
        </span>
        <Helplines />
      </p>
    </EntryPage>
  );
}

function thanks(answer: Kind, name: string): string {
  if (answer === 'no') return t.wontSeeThis({ name });
  return `${t.thankYou}${t.sentenceSpace}${answer === 'later' ? t.seesYoullReachOutLater({ name }) : t.seesYoullReachOut({ name })}`;
}

/** Leads to the chats, where the friend's card is first: the link itself does not say who the friend is. */
function SignIn({ name }: { name: string }) {
  const { appUser } = useApp();
  return (
    <Link
      to={appUser ? '/cares' : '/login'}
      state={appUser ? undefined : ({ writeTo: name } satisfies WriteTo)}
      className={`${buttonClass()} w-full`}
    >
      <span>
        <Rich parts={appUser ? t.writeTo({ name, bdi }) : t.logInToWriteTo({ name, bdi })} />
      </span>
    </Link>
  );
}
