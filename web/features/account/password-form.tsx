import { useState } from 'react';
import { changeSession } from '#web/change-session.ts';
import { ForgotLink, HiddenUsername, PasswordField } from '#web/features/identity/index.ts';
import { call } from '#web/http.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { SavedMessage } from './saved-message.tsx';

/** Changes the password. The identity provider checks the current and the new one. */
export function PasswordForm({ email }: { email: string }) {
  const [saved, setSaved] = useState<string | null>(null);

  async function submit(
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    form: HTMLFormElement,
  ) {
    setSaved(null);
    await changeSession(() => call('POST', '/api/identity/change-password', { currentPassword, newPassword }));
    form.reset();
    setSaved('Your password is changed, and your other devices are signed out.');
  }

  return (
    <>
      <details>
        <summary className={`${buttonClass('quiet')} list-none`}>Change my password</summary>
        <div className="mt-5">
          <Form<'currentPassword' | 'newPassword'> button="Change password" submit={submit}>
            <HiddenUsername email={email} />
            <PasswordField label="Current password" name="currentPassword" autoComplete="current-password" />
            <PasswordField label="New password" name="newPassword" autoComplete="new-password" />
          </Form>
        </div>
      </details>
      <ForgotLink />
      <SavedMessage text={saved} />
    </>
  );
}
