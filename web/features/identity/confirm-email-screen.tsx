import { useState } from 'react';
import type { ConfirmedEmail } from '#contract/account/recovery.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';
import { useLocation } from '#web/ui/router.tsx';
import { EntryPage } from './forms/entry-page.tsx';
import { LoginForm } from './forms/login-form.tsx';
import { checkSession } from './session/session.ts';

/** /confirm-email#TOKEN, in the account whose email it is. A button uses the link: programs that scan mails open links too. */
export default function ConfirmEmailScreen() {
  const { appUser } = useApp();
  const token = useLocation().hash.slice(1);
  if (appUser === undefined) return <PageSkeleton />;
  if (appUser === null) return <LoginForm heading={t.confirmYourEmail} note={t.logInFirst} isInPlace />;
  return <Confirm key={`${appUser.uid} ${token}`} token={token} />;
}

function Confirm({ token }: { token: string }) {
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);

  async function submit() {
    setFailed(false);
    const { email } = await call<ConfirmedEmail>('POST', '/api/recovery/email', { token }).catch((error) => {
      setFailed(true);
      throw error;
    });
    setConfirmed(email);
    // The user has another email now.
    await checkSession();
  }

  if (confirmed !== null)
    return (
      <EntryPage key="done" isNextStep heading={t.yourEmailIsConfirmed} note={t.youLogInWith({ email: confirmed })}>
        <Link to="/settings/you" className={`${buttonClass()} w-full`}>
          {t.goToTheSettings}
        </Link>
      </EntryPage>
    );
  return (
    <EntryPage key="ask" heading={t.confirmYourEmail} note={t.soThatYouCanGetBack}>
      <ActionButton className="w-full" action={submit}>
        {t.confirmMyEmail}
      </ActionButton>
      {hasFailed && (
        <Link to="/settings/you" className={`${buttonClass('quiet')} mt-4 w-full`}>
          {t.goToTheSettings}
        </Link>
      )}
    </EntryPage>
  );
}
