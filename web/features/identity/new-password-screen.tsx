import { useState } from 'react';
import type { LinkOwner } from '#contract/account/recovery.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { CallError, call } from '#web/calls/http.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';
import { useLocation } from '#web/ui/router.tsx';
import { HiddenUsername, PasswordField } from './forms/credential-fields.tsx';
import { EntryPage } from './forms/entry-page.tsx';
import { LoginLink, PasswordSet } from './recovery/password-set.tsx';

/** /new-password#TOKEN: a new password by a link. The link says whose it is, also when somebody else is logged in here. */
export default function NewPasswordScreen() {
  const token = useLocation().hash.slice(1);
  return <NewPassword key={token} token={token} />;
}

function NewPassword({ token }: { token: string }) {
  const { answer: owner } = useAnswer<LinkOwner>(token === '' ? null : '/api/recovery/link/owner', { token });
  const { appUser } = useApp();
  const [isSet, setSet] = useState(false);
  if (isSet) return <PasswordSet />;
  // A mail program may have cut it off.
  if (token === '') return <LinkRunOut reason={t.partOfTheLinkIsMissing} />;
  if (owner === undefined || appUser === undefined) return <PageSkeleton />;
  if (owner instanceof CallError) return <LinkRunOut reason={owner.message} />;
  const { email } = owner;

  async function submit({ password }: { password: string }) {
    await call('POST', '/api/recovery/password', { token, password });
    setSet(true);
  }

  return (
    <EntryPage key="form" heading={t.chooseANewPassword} note={t.forEmail({ email })}>
      {appUser && appUser.email !== email && <p className="mb-5">{t.youStayLoggedIn({ email: appUser.email })}</p>}
      <Form<'password'> button={t.setMyNewPassword} submit={submit}>
        <HiddenUsername email={email} />
        <PasswordField label={t.newPassword} autoComplete="new-password" />
      </Form>
      <p className="mt-4 text-ink-soft">{`${t.youllBeLoggedOut} ${t.ringingTurnsOff}`}</p>
    </EntryPage>
  );
}

/** A link that does not work. It says the same of expired, used and unknown ones. */
function LinkRunOut({ reason }: { reason: string }) {
  return (
    <EntryPage key="run-out" heading={t.thisLinkDoesNotWork} note={reason}>
      <Link to="/forgot-password" className={`${buttonClass()} w-full`}>
        {t.askForAnotherLink}
      </Link>
      <LoginLink />
    </EntryPage>
  );
}
