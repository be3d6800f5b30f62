import { useState } from 'react';
import type { Recovery } from '#contract/account/recovery.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { HiddenUsername, PasswordField } from '#web/features/identity/index.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { CodeField } from '#web/ui/forms/code-field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { SavedMessage } from '#web/ui/forms/saved-message.tsx';
import { focus } from '#web/ui/page/ref-callbacks.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { Rich } from '#web/ui/rich.tsx';
import { useRecovery } from './use-settings.ts';

const strong = (words: string) => <bdi className="font-medium">{words}</bdi>;

export function PhoneProof({ uid }: { uid: string }) {
  const { data: recovery, error, refetch } = useRecovery(uid);
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (error) return <FormError>{error}</FormError>;
  if (!recovery) return <Skeleton className="h-16" />;
  const { phone, phoneProven, codeRefused } = recovery;
  if (phoneProven) return <SavedMessage text={t.phoneIsConfirmed({ phone })} />;

  async function send() {
    await call('POST', `/api/users/${uid}/phone/code`, {});
    setSentTo(phone);
  }

  async function prove(given: { code: string; password: string }) {
    await call('POST', `/api/users/${uid}/phone/proof`, given);
    setSentTo(null);
    await refetch();
  }

  const isSent = sentTo === phone;
  return (
    <div>
      <p>{codeRefused === null ? <Rich parts={t.phoneIsNotConfirmed({ phone, strong })} /> : strong(phone)}</p>
      {codeRefused !== null && <p>{codeRefused}</p>}
      <ProofNeeded phoneProof={recovery.phoneProof} canConfirm={codeRefused === null} />
      {codeRefused === null && (
        <>
          <div role="status">{isSent && <p className="mt-4">{t.codeIsOnItsWay}</p>}</div>
          {isSent && (
            <div className="mt-4">
              <Form<'code' | 'password'> button={t.confirmMyPhone} submit={prove}>
                <HiddenUsername email={recovery.email} />
                {/* The form appears above the button that was pressed. */}
                <CodeField ref={focus} />
                <PasswordField label={t.passwordToConfirmPhone} autoComplete="current-password" />
              </Form>
            </div>
          )}
          <ActionButton variant="quiet" className="mt-4" action={send}>
            {isSent ? t.sendMeAnotherCode : t.sendMeACode}
          </ActionButton>
        </>
      )}
    </div>
  );
}

function ProofNeeded({ phoneProof, canConfirm }: Pick<Recovery, 'phoneProof'> & { canConfirm: boolean }) {
  if (phoneProof === 'off' || (phoneProof === 'limited' && !canConfirm)) return null;
  return (
    <p className="mt-2 text-ink-soft">
      {phoneProof === 'required' ? t.textsOnlyToConfirmedPhones : t.fewerTextsUntilThen}
    </p>
  );
}
