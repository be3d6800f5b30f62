import { useEffect } from 'react';
import type { Inviter } from '#contract/account/invites.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { CallError, call } from '#web/calls/http.ts';
import { applyConnection, fullName } from '#web/features/circle/index.ts';
import { EntryPage, Welcome } from '#web/features/identity/index.ts';
import { queries } from '#web/query-cache.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';
import { navigate, useLocation } from '#web/ui/router.tsx';
import { pendingInvite } from './pending-invite.ts';
import { useInviter } from './use-inviter.ts';

/** /join#CODE: an invitation. The code is behind #, so that it is in no server's log; after a login it is in the tab's storage. */
export default function JoinScreen() {
  const code = useLocation().hash.slice(1) || pendingInvite.read();
  const { appUser } = useApp();
  useEffect(() => {
    if (code !== undefined) pendingInvite.keep(code);
  }, [code]);
  if (code === undefined) return <Ended />;
  return appUser === undefined ? <PageSkeleton /> : <Looked key={code} code={code} />;
}

function Looked({ code }: { code: string }) {
  const { answer, tryAgain } = useInviter(code);
  const hasEnded = answer instanceof CallError && answer.code === 'not_found';
  useEffect(() => {
    if (hasEnded) pendingInvite.forget();
  }, [hasEnded]);
  if (answer === undefined) return <PageSkeleton />;
  if (hasEnded) return <Ended />;
  if (!(answer instanceof CallError)) return <Invitation inviter={answer} code={code} />;
  return (
    <EntryPage heading={t.yourInvitation} note={answer.message}>
      <Button className="w-full" onClick={tryAgain}>
        {t.tryAgain}
      </Button>
    </EntryPage>
  );
}

function Ended() {
  return (
    <EntryPage heading={t.yourInvitation} note={t.invitationHasRunOut}>
      <Link to="/" className={`${buttonClass('quiet')} w-full`}>
        {t.goToMoodring}
      </Link>
    </EntryPage>
  );
}

function Invitation({ inviter, code }: { inviter: Inviter; code: string }) {
  const { appUser } = useApp();
  const { connects } = inviter;
  const heading = connects ? t.wouldLikeYouInTheirCircle({ name: fullName(inviter) }) : t.youAreInvited;
  if (!appUser)
    return <EntryPage heading={heading} note={connects ? t.signUpOrLogIn : t.itIsGoodToHaveYou} intro={<Welcome />} />;
  return (
    <EntryPage heading={heading} note={connects ? t.youllSeeEachOthersMood : t.youAreInAlready}>
      <div className="space-y-3">
        {connects && <ConnectButton me={appUser.uid} code={code} />}
        <Link to="/" className={`${buttonClass('quiet')} w-full`} onClick={pendingInvite.forget}>
          {connects ? t.notNow : t.goToMoodring}
        </Link>
      </div>
    </EntryPage>
  );
}

/** Connects with the inviter, and then shows /circles, as connecting does (spec §2). */
function ConnectButton({ me, code }: { me: string; code: string }) {
  async function connect() {
    applyConnection(me, await call<ConnectionEntry>('POST', '/api/invites/accept', { code }));
    pendingInvite.forget();
    void queries.invalidateQueries({ queryKey: ['search'] });
    navigate('/circles/');
  }

  return (
    <ActionButton className="w-full" action={connect}>
      {t.connect}
    </ActionButton>
  );
}
