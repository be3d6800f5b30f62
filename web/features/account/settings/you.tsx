import type { AppUser } from '#web/app-context.tsx';
import { changeSession } from '#web/calls/change-session.ts';
import { call } from '#web/calls/http.ts';
import { useInstallation } from '#web/calls/use-installation.ts';
import { ForgotLink, HiddenUsername, PasswordField } from '#web/features/identity/index.ts';
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
      <Section title="Photo" note="Only your friends see it.">
        <ProfilePhoto user={user} />
      </Section>
      <Section title="Name and phone">
        <ProfileForm user={user} />
        <OwnSettings uid={user.uid}>
          {({ sendsTexts, phoneRefused, textsStopped, startNumber }) =>
            sendsTexts &&
            (textsStopped || !phoneRefused) && (
              <div className="mt-6 space-y-4 border-line border-t pt-6">
                {textsStopped && (
                  <p className="font-medium">
                    STOP was texted from this phone, so it gets no texts. Text START to{' '}
                    {startNumber ?? 'the number that they came from'}.
                  </p>
                )}
                {!phoneRefused && <PhoneProof uid={user.uid} />}
              </div>
            )
          }
        </OwnSettings>
      </Section>
      <Section title="Email">
        {recovery ? (
          <EmailLines uid={user.uid} recovery={recovery} onChange={refetch} />
        ) : (
          !error && <Skeleton className="h-24" />
        )}
        <FormError>{error}</FormError>
      </Section>
      <Section title="Password" note="A new one logs you out everywhere else.">
        <PasswordForm email={user.email} />
        {recovery && (recovery.linked || recovery.providerEnded) && (
          <OtherProvider uid={user.uid} isEnded={recovery.providerEnded} onChange={refetch} />
        )}
      </Section>
    </>
  );
}

interface OtherProviderProps {
  uid: string;
  isEnded: boolean;
  onChange: () => Promise<void>;
}

function OtherProvider({ uid, isEnded, onChange }: OtherProviderProps) {
  const name = useInstallation()?.signInWith ?? 'Another provider';
  async function change() {
    await call(isEnded ? 'PUT' : 'DELETE', `/api/users/${uid}/provider`);
    await onChange();
  }
  return (
    <div className="mt-6 space-y-4 border-line border-t pt-6">
      <p className="font-medium">
        {isEnded
          ? `${name} no longer lets you in.`
          : `${name} lets you in, too. Ending that logs out your other devices.`}
      </p>
      <ActionButton variant="quiet" action={change}>
        {isEnded ? 'Allow it again' : 'End that'}
      </ActionButton>
    </div>
  );
}

function PasswordForm({ email }: { email: string }) {
  async function submit(passwords: Record<'currentPassword' | 'newPassword', string>, form: HTMLFormElement) {
    await changeSession(() => call('POST', '/api/identity/change-password', passwords));
    form.reset();
    return 'Your password is changed, and your other devices are logged out.';
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
    </>
  );
}
