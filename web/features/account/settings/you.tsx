import type { AppUser } from '#web/app-context.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { PasswordForm } from '../password-form.tsx';
import { PhoneProof } from '../phone-proof.tsx';
import { ProfileForm } from '../profile-form.tsx';
import { ProfilePhoto } from '../profile-photo.tsx';
import { EmailLines } from '../recovery/email-lines.tsx';
import { useRecovery } from '../recovery/use-recovery.ts';
import { Section } from '../section.tsx';
import { OwnSettings } from './own-settings.tsx';

/** Who a person is here, and how they get in. */
export function You({ user }: { user: AppUser }) {
  const { recovery, error, refetch } = useRecovery(user.uid);
  return (
    <>
      <Section title="Photo" note="Only your friends see it.">
        <ProfilePhoto user={user} />
      </Section>
      <Section title="Name and phone">
        <ProfileForm user={user} />
        <OwnSettings uid={user.uid}>
          {({ sendsTexts, phoneRefused, textsStopped, startNumber }) =>
            sendsTexts && (
              <div className="mt-6 space-y-4 border-line border-t pt-6">
                {textsStopped && (
                  <p className="font-medium">
                    STOP was texted from this phone, so it gets no texts. Text START to{' '}
                    {startNumber ?? 'the number that they came from'}.
                  </p>
                )}
                {phoneRefused ? (
                  <p className="font-medium">We can’t text this number.</p>
                ) : (
                  <PhoneProof uid={user.uid} />
                )}
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
      <Section title="Password" note="A new one signs you out everywhere else.">
        <PasswordForm email={user.email} />
      </Section>
    </>
  );
}
