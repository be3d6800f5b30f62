import { useEffect } from 'react';
import { useApp } from '#web/app-context.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { EntryPage } from '../forms/entry-page.tsx';
import { checkSession } from '../session/session.ts';

/** After a reset. This browser's session has ended too, if it was that person's. */
export function PasswordSet() {
  const { appUser } = useApp();
  useEffect(() => void checkSession(), []);
  return (
    <EntryPage
      key="set"
      isNextStep
      heading="Your new password is set"
      note="You’re logged out everywhere. Log in with your new password."
    >
      <Link to={appUser ? '/' : '/login'} className={`${buttonClass()} w-full`}>
        {appUser ? 'Go on' : 'Log in'}
      </Link>
    </EntryPage>
  );
}

export function LoginLink() {
  return (
    <p className="mt-4 text-center">
      <Link to="/login" className="inline-block py-2.5 font-semibold text-accent underline underline-offset-4">
        Back to log in
      </Link>
    </p>
  );
}
