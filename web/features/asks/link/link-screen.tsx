import { useEffect, useState } from 'react';
import type { LinkedAsk } from '#contract/asks.ts';
import { EntryPage } from '#web/features/identity/index.ts';
import { CallError } from '#web/http.ts';
import { navigate, useLocation } from '#web/router.tsx';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { LeaveButton, LeaveNote } from '#web/ui/leave-quickly.tsx';
import { Link } from '#web/ui/link.tsx';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';
import { useAnswer } from '#web/use-answer.ts';
import { LinkedAskCard } from './linked-ask-card.tsx';

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
