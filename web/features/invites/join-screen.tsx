import { useEffect } from 'react';
import { INVITATION_ENDED } from '#contract/errors.ts';
import { PRODUCT } from '#contract/product.ts';
import { useApp } from '#web/app-context.tsx';
import { EntryPage } from '#web/features/identity/index.ts';
import { CallError } from '#web/http.ts';
import { useLocation } from '#web/router.tsx';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';
import { Invitation } from './invitation.tsx';
import { pendingInvite } from './pending-invite.ts';
import { useInviter } from './use-inviter.ts';

/** /join#CODE: an invitation. The code is behind #, so that it is in no server's log; after a login it is in the tab's storage. */
export default function JoinScreen() {
  const code = useLocation().hash.slice(1) || pendingInvite.read();
  const { appUser } = useApp();
  useEffect(() => {
    if (code !== undefined) pendingInvite.keep(code);
  }, [code]);
  return (
    <>
      <DocumentTitle title="Invitation" />
      {code === undefined && <Ended />}
      {code !== undefined && (appUser === undefined ? <PageSkeleton /> : <Looked key={code} code={code} />)}
    </>
  );
}

function Looked({ code }: { code: string }) {
  const { answer, lookAgain } = useInviter(code);
  const hasEnded = answer instanceof CallError && answer.code === 'not_found';
  useEffect(() => {
    if (hasEnded) pendingInvite.forget();
  }, [hasEnded]);
  if (answer === undefined) return <PageSkeleton />;
  if (hasEnded) return <Ended />;
  if (!(answer instanceof CallError)) return <Invitation inviter={answer} code={code} />;
  return (
    <EntryPage heading="Your invitation" note={answer.message}>
      <Button className="w-full" onClick={lookAgain}>
        Try again
      </Button>
    </EntryPage>
  );
}

function Ended() {
  return (
    <EntryPage heading="Your invitation" note={INVITATION_ENDED}>
      <Link to="/" className={`${buttonClass('quiet')} w-full`}>
        Go to {PRODUCT}
      </Link>
    </EntryPage>
  );
}
