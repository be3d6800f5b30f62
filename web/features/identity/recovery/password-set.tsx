import { useEffect } from 'react';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link, linkClass } from '#web/ui/link.tsx';
import { EntryPage } from '../forms/entry-page.tsx';
import { checkSession } from '../session/session.ts';

/** After a reset. This browser's session has ended too, if it was that person's. */
export function PasswordSet() {
  const { appUser } = useApp();
  useEffect(() => void checkSession(), []);
  return (
    <EntryPage key="set" isNextStep heading={t.yourNewPasswordIsSet} note={t.youreLoggedOutEverywhere}>
      <Link to={appUser ? '/' : '/login'} className={`${buttonClass()} w-full`}>
        {appUser ? t.goOn : t.logIn}
      </Link>
    </EntryPage>
  );
}

export function LoginLink() {
  return (
    <p className="mt-4 text-center">
      <Link to="/login" className={linkClass}>
        {t.backToLogIn}
      </Link>
    </p>
  );
}
