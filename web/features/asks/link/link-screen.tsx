import { useEffect, useState } from 'react';
import type { LinkedAsk } from '#contract/asks.ts';
import { useApp } from '#web/app-context.tsx';
import { EntryPage } from '#web/features/identity/index.ts';
import { CallError, call } from '#web/http.ts';
import { navigate, useLocation } from '#web/router.tsx';
import { Bubble } from '#web/ui/bubble.tsx';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { LeaveButton, LeaveNote } from '#web/ui/leave-quickly.tsx';
import { Helplines, Link } from '#web/ui/link.tsx';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';
import { useAnswer } from '#web/use-answer.ts';
import { asksWords, dayAndTime, HELP_WORDS } from '../ask-words.ts';
import { AnswerButtons } from '../friends/answer-buttons.tsx';
import { useNow } from '../server-clock.ts';

const HEADING = 'A friend’s message';
const RUN_OUT = 'This link has run out. Open Moodring to see how your friends are.';

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
      <DocumentTitle title="A friend" />
      <div className="mx-auto flex max-w-md justify-end px-5 pt-4">
        <LeaveButton />
      </div>
      {code === undefined ? <RunOut /> : <Looked key={code} code={code} />}
      <div className="mx-auto max-w-md px-5 pb-10">
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
    <EntryPage heading={HEADING} note={answer.message}>
      <Button className="w-full" onClick={look.tryAgain}>
        Try again
      </Button>
    </EntryPage>
  );
}

function RunOut() {
  return (
    <EntryPage heading={HEADING} note={RUN_OUT}>
      <Link to="/" className={`${buttonClass()} w-full`}>
        Open Moodring
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
  const name = ask.firstname || 'A friend';

  const answer = (kind: Kind, laterAt?: number) =>
    submit(async () => {
      try {
        onAnswered(await call<LinkedAsk>('POST', '/api/asks/link/answer', { code, answer: kind, laterAt }));
      } catch (thrown) {
        if (thrown instanceof CallError && thrown.code === 'not_found') onAnswered(thrown);
        else if (thrown instanceof CallError && thrown.code === 'ask_closed') onAnswered({ ...ask, isClosed: true });
        else throw thrown;
      }
    });

  if (ask.isClosed)
    return (
      <EntryPage heading={`${name} has closed this.`} note={`You can still write to ${name}.`}>
        <SignIn />
      </EntryPage>
    );
  return (
    <EntryPage heading={asksWords(name, ask.level)} note={`Since ${dayAndTime(ask.calledAt, now)}`}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Bubble mood={ask.level} />
        <p className="font-semibold text-lg">{ask.help ? HELP_WORDS[ask.help] : 'Even one line helps.'}</p>
      </div>
      {ask.isSomebodyThere && (
        <p className="mt-3">
          A friend is with <bdi>{name}</bdi>.
        </p>
      )}
      {ask.answer && (
        <div className="mt-4 space-y-3">
          <p ref={focusNextStep} tabIndex={-1} role="status" className="font-semibold">
            {thanks(ask.answer, name)}
          </p>
          {ask.answer !== 'no' && <SignIn />}
          <p className="border-line border-t pt-4 text-ink-soft">You can change your answer:</p>
        </div>
      )}
      <div className="mt-4">
        <AnswerButtons
          others={ask.isSomebodyThere ? 1 : 0}
          now={now}
          isPending={isPending}
          isChange={ask.answer !== null}
          onAnswer={(kind, laterAt) => void answer(kind, laterAt)}
        />
      </div>
      <FormError>{error}</FormError>
      <p className="mt-4 flex flex-wrap items-center gap-x-2 text-ink-soft">
        In danger now?
        <Helplines />
      </p>
    </EntryPage>
  );
}

function thanks(answer: Kind, name: string): string {
  if (answer === 'no') return `All right. ${name} won’t see this.`;
  return `Thank you. ${name} can see that you’ll reach out${answer === 'later' ? ' later' : ''}.`;
}

/** Signed-in people go on to their chats. */
function SignIn() {
  const { appUser } = useApp();
  return (
    <Link to={appUser ? '/cares' : '/login'} className={`${buttonClass()} w-full`}>
      {appUser ? 'Open my chats' : 'Log in to write'}
    </Link>
  );
}
