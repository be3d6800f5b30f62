import { useState } from 'react';
import type { Recovery } from '#contract/account/recovery.ts';
import { call } from '#web/calls/http.ts';
import { EmailField, HiddenUsername, PasswordField } from '#web/features/identity/index.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { SavedMessage } from '#web/ui/forms/saved-message.tsx';

interface EmailLinesProps {
  uid: string;
  recovery: Recovery;
  onChange: () => Promise<void>;
}

export function EmailLines({ uid, recovery, onChange }: EmailLinesProps) {
  const { email, emailConfirmed, newEmail, sendsMail } = recovery;
  const [saved, setSaved] = useState<string | null>(null);

  async function confirm() {
    setSaved(null);
    await call('POST', `/api/users/${uid}/email/confirmation`, {});
    setSaved(`A link is on its way to ${email}. It works for one hour.`);
  }

  async function change(given: { email: string; password: string }, form: HTMLFormElement) {
    await call('POST', `/api/users/${uid}/email`, given);
    form.reset();
    await onChange();
    return `A link is on its way to ${given.email.trim()}. It works for one hour.`;
  }

  return (
    <div>
      <p className="wrap-anywhere">
        <span className="font-medium">{email}</span>{' '}
        {sendsMail && (
          <span className="text-ink-soft">{emailConfirmed ? 'is confirmed.' : 'is not confirmed yet.'}</span>
        )}
      </p>
      {newEmail && <p className="wrap-anywhere mt-2">It stays until you open the link that went to {newEmail}.</p>}
      {sendsMail && (
        <div className="mt-4 flex flex-wrap items-start gap-3">
          {!emailConfirmed && (
            <ActionButton variant="quiet" action={confirm}>
              Confirm my email
            </ActionButton>
          )}
          <details className="grow">
            <summary className={`${buttonClass('quiet')} list-none`}>Change my email</summary>
            <div className="mt-5">
              <Form<'email' | 'password'> button="Mail me a link" submit={change}>
                <HiddenUsername email={email} />
                <EmailField label="New email" autoComplete="off" />
                <PasswordField label="Your password, to change your email" autoComplete="current-password" />
              </Form>
            </div>
          </details>
        </div>
      )}
      <SavedMessage text={saved} />
    </div>
  );
}
