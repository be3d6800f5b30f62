import { useState } from 'react';
import type { Recovery } from '#contract/account/recovery.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { EmailField, HiddenUsername, PasswordField } from '#web/features/identity/index.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { SavedMessage } from '#web/ui/forms/saved-message.tsx';
import { Rich } from '#web/ui/rich.tsx';

interface EmailLinesProps {
  uid: string;
  recovery: Recovery;
  onChange: () => Promise<void>;
}

const strong = (words: string) => <span className="font-medium">{words}</span>;
const soft = (words: string) => <span className="text-ink-soft">{words}</span>;

export function EmailLines({ uid, recovery, onChange }: EmailLinesProps) {
  const { email, emailConfirmed, newEmail, sendsMail } = recovery;
  const [saved, setSaved] = useState<string | null>(null);

  async function confirm() {
    setSaved(null);
    await call('POST', `/api/users/${uid}/email/confirmation`, {});
    setSaved(t.linkIsOnItsWayTo({ email }));
  }

  async function change(given: { email: string; password: string }, form: HTMLFormElement) {
    await call('POST', `/api/users/${uid}/email`, given);
    form.reset();
    await onChange();
    return t.linkIsOnItsWayTo({ email: given.email.trim() });
  }

  const words = { email, strong, soft };
  return (
    <div>
      <p className="wrap-anywhere">
        {sendsMail ? (
          <Rich parts={emailConfirmed ? t.emailIsConfirmed(words) : t.emailIsNotConfirmed(words)} />
        ) : (
          strong(email)
        )}
      </p>
      {newEmail && <p className="wrap-anywhere mt-2">{t.emailStaysUntil({ newEmail })}</p>}
      {sendsMail && (
        <div className="mt-4 flex flex-wrap items-start gap-3">
          {!emailConfirmed && (
            <ActionButton variant="quiet" action={confirm}>
              {t.confirmMyEmail}
            </ActionButton>
          )}
          <details className="grow">
            <summary className={`${buttonClass('quiet')} list-none`}>{t.changeMyEmail}</summary>
            <div className="mt-5">
              <Form<'email' | 'password'> button={t.mailMeALink} submit={change}>
                <HiddenUsername email={email} />
                <EmailField label={t.newEmail} autoComplete="off" />
                <PasswordField label={t.passwordToChangeEmail} autoComplete="current-password" />
              </Form>
            </div>
          </details>
        </div>
      )}
      <SavedMessage text={saved} />
    </div>
  );
}
