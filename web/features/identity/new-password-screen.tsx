import { useState } from 'react';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/http.ts';
import { useLocation } from '#web/router.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';
import { HiddenUsername, PasswordField } from './forms/credential-fields.tsx';
import { EntryPage } from './forms/entry-page.tsx';
import { LinkRunOut } from './recovery/link-run-out.tsx';
import { PasswordSet } from './recovery/password-set.tsx';
import { useLinkOwner } from './recovery/use-link-owner.ts';

/** /new-password#TOKEN: a new password by a link. The link says whose it is, also when somebody else is logged in here. */
export default function NewPasswordScreen() {
  const token = useLocation().hash.slice(1);
  return (
    <>
      <DocumentTitle title="New password" />
      <NewPassword key={token} token={token} />
    </>
  );
}

function NewPassword({ token }: { token: string }) {
  const owner = useLinkOwner(token);
  const { appUser } = useApp();
  const [isSet, setSet] = useState(false);
  if (isSet) return <PasswordSet />;
  if (owner === undefined || appUser === undefined) return <PageSkeleton />;
  if ('error' in owner) return <LinkRunOut reason={owner.error} />;

  async function submit({ password }: { password: string }) {
    await call('POST', '/api/recovery/password', { token, password });
    setSet(true);
  }

  return (
    <EntryPage key="form" heading="Choose a new password" note={`For ${owner.email}.`}>
      {appUser && appUser.email !== owner.email && (
        <p className="mb-5">
          You are logged in here as {appUser.email}. This link is for another account; you stay logged in.
        </p>
      )}
      <Form<'password'> button="Set my new password" submit={submit}>
        <HiddenUsername email={owner.email} />
        <PasswordField label="New password" autoComplete="new-password" />
      </Form>
      <p className="mt-4 text-ink-soft">It signs you out everywhere.</p>
    </EntryPage>
  );
}
