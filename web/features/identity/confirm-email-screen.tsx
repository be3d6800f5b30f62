import { useState } from 'react';
import type { ConfirmedEmail } from '#contract/account/recovery.ts';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { useLocation } from '#web/router.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { Link, linkClass } from '#web/ui/link.tsx';
import { EntryPage } from './forms/entry-page.tsx';
import { checkSession } from './session/session.ts';

/** /confirm-email#TOKEN. A button uses the link, because programs that scan mails open links too. */
export default function ConfirmEmailScreen() {
  const token = useLocation().hash.slice(1);
  return <Confirm key={token} token={token} />;
}

function Confirm({ token }: { token: string }) {
  const { appUser } = useApp();
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);

  async function submit() {
    setFailed(false);
    const { email } = await call<ConfirmedEmail>('POST', '/api/recovery/email', { token }).catch((error) => {
      setFailed(true);
      throw error;
    });
    setConfirmed(email);
    // The signed-in user may be the one whose email has changed.
    await checkSession();
  }

  if (confirmed !== null)
    return (
      <EntryPage key="done" isNextStep heading="Your email is confirmed" note={`You log in with ${confirmed}.`}>
        <Link to={appUser ? '/settings/you' : '/login'} className={`${buttonClass()} w-full`}>
          {appUser ? 'Go to the settings' : 'Log in'}
        </Link>
      </EntryPage>
    );
  return (
    <EntryPage key="ask" heading="Confirm your email" note="So that you can always get back into your account.">
      <Form<never> button="Confirm my email" submit={submit}>
        {null}
      </Form>
      {hasFailed &&
        (appUser ? (
          <Link to="/settings/you" className={`${buttonClass('quiet')} mt-4 w-full`}>
            Go to the settings
          </Link>
        ) : (
          <p className="mt-4 text-ink-soft">
            Get a new link in Settings, under You.{' '}
            <Link to="/login" className={linkClass}>
              Log in
            </Link>
          </p>
        ))}
    </EntryPage>
  );
}
