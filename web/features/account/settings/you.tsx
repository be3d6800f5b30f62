import * as t from '#language';
import type { AppUser } from '#web/app-context.tsx';
import { changeSession } from '#web/calls/change-session.ts';
import { call } from '#web/calls/http.ts';
import { useInstallation } from '#web/calls/use-installation.ts';
import { ForgotLink, HiddenUsername, PasswordField } from '#web/features/identity/index.ts';
import { keepDevice } from '#web/features/push/index.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { PhoneProof } from '../phone-proof.tsx';
import { ProfileForm } from '../profile-form.tsx';
import { ProfilePhoto } from '../profile-photo.tsx';
import { EmailLines } from '../recovery/email-lines.tsx';
import { Section } from '../section.tsx';
import { useRecovery } from '../use-settings.ts';
import { OwnSettings } from './own-settings.tsx';

export function You({ user }: { user: AppUser }) {
  const { data: recovery, error, refetch } = useRecovery(user.uid);
  return (
    <>
      <Section title={t.photo} note={t.onlyYourFriendsSeeIt}>
        <ProfilePhoto user={user} />
      </Section>
      <Section anchor="phone" title={t.nameAndPhone}>
        <ProfileForm user={user} />
        <OwnSettings uid={user.uid}>
          {({ sendsTexts, phoneRefused, textsStopped, startNumber }) =>
            sendsTexts &&
            (textsStopped || !phoneRefused) && (
              <div className="mt-6 space-y-4 border-line border-t pt-6">
                {textsStopped && (
                  <p className="font-medium">
                    {startNumber === null ? t.stopWasTexted : t.stopWasTextedStartTo({ number: startNumber })}
                  </p>
                )}
                {!phoneRefused && <PhoneProof uid={user.uid} />}
              </div>
            )
          }
        </OwnSettings>
      </Section>
      <Section anchor="email" title={t.email}>
        {recovery ? (
          <EmailLines uid={user.uid} recovery={recovery} onChange={refetch} />
        ) : (
          !error && <Skeleton className="h-24" />
        )}
        <FormError>{error}</FormError>
      </Section>
      <Section title={t.password} note={t.newPasswordLogsYouOut}>
        <PasswordForm uid={user.uid} email={user.email} />
        {recovery && (recovery.linked || recovery.providerEnded) && (
          <OtherProvider user={user} isEnded={recovery.providerEnded} onChange={refetch} />
        )}
      </Section>
    </>
  );
}

interface OtherProviderProps {
  user: AppUser;
  isEnded: boolean;
  onChange: () => Promise<void>;
}

/** A new way in needs the password. */
function OtherProvider({ user: { uid, email }, isEnded, onChange }: OtherProviderProps) {
  const name = useInstallation()?.signInWith ?? t.anotherProvider;
  async function change(body?: { password: string }): Promise<undefined> {
    await call(isEnded ? 'PUT' : 'DELETE', `/api/users/${uid}/provider`, body);
    await onChange();
  }
  return (
    <div className="mt-6 space-y-4 border-line border-t pt-6">
      <p className="font-medium">{isEnded ? t.providerNoLongerLetsYouIn({ name }) : t.providerLetsYouIn({ name })}</p>
      {isEnded ? (
        <details>
          <summary className={`${buttonClass('quiet')} list-none`}>{t.allowItAgain}</summary>
          <div className="mt-5">
            <Form<'password'> button={t.continueButton} submit={change}>
              <HiddenUsername email={email} />
              <PasswordField label={t.currentPassword} autoComplete="current-password" />
            </Form>
          </div>
        </details>
      ) : (
        <ActionButton variant="quiet" action={() => change()}>
          {t.endThat}
        </ActionButton>
      )}
    </div>
  );
}

function PasswordForm({ uid, email }: { uid: string; email: string }) {
  async function submit(passwords: Record<'currentPassword' | 'newPassword', string>, form: HTMLFormElement) {
    await keepDevice(uid, () => changeSession(() => call('POST', '/api/identity/change-password', passwords)));
    form.reset();
    return t.passwordIsChanged;
  }

  return (
    <>
      <details>
        <summary className={`${buttonClass('quiet')} list-none`}>{t.changeMyPassword}</summary>
        <div className="mt-5">
          <Form<'currentPassword' | 'newPassword'> button={t.changePassword} submit={submit}>
            <HiddenUsername email={email} />
            <PasswordField label={t.currentPassword} name="currentPassword" autoComplete="current-password" />
            <PasswordField label={t.newPassword} name="newPassword" autoComplete="new-password" />
          </Form>
        </div>
      </details>
      <ForgotLink />
    </>
  );
}
