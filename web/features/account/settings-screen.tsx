import { useApp } from '#web/app-context.tsx';
import { RenewLink } from '#web/features/invites/index.ts';
import { LazyInstallMoodring, LazyPushSettings } from '#web/features/push/index.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { Devices } from './devices.tsx';
import { LeaveForm } from './leave-form.tsx';
import { LazyPasskeys } from './passkeys/lazy-passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { ProfileForm } from './profile-form.tsx';
import { WaysBack } from './recovery/ways-back.tsx';
import { Section } from './section.tsx';

/** /settings: a person's own account. */
export default function SettingsScreen() {
  const { appUser } = useApp();
  if (!appUser) return null;
  return (
    <Page title="Settings" lead={appUser.email}>
      <div className="space-y-5">
        <Section title="You">
          <ProfileForm user={appUser} />
        </Section>
        <PrivacySettings uid={appUser.uid} />
        <Section title="Notifications" note="In this browser.">
          <div className="space-y-6">
            <LazyPushSettings uid={appUser.uid} />
            <LazyInstallMoodring />
          </div>
        </Section>
        <Section title="Your invitation link" note="A friend who opens it is in your circle with one tap.">
          <RenewLink uid={appUser.uid} />
        </Section>
        <Section title="Password" note="A new password signs you out everywhere else.">
          <PasswordForm email={appUser.email} />
        </Section>
        <Section title="If you cannot log in" note="Your email and your phone let you choose a new password.">
          <WaysBack user={appUser} />
        </Section>
        <Section title="Passkeys" note="Log in with your finger, your face or a PIN instead of the password.">
          <LazyPasskeys uid={appUser.uid} email={appUser.email} />
        </Section>
        <Section title="Your devices" note="Where you are signed in.">
          <Devices uid={appUser.uid} />
        </Section>
        <Section
          title="Your data"
          note="Everything Moodring keeps about you, as a file: your circle, your conversations, your moods."
        >
          <a href={`/api/users/${appUser.uid}/export`} download className={buttonClass('quiet')}>
            Download my data
          </a>
        </Section>
        <Section title="Leave" note="Your account, and everything in it.">
          <LeaveForm user={appUser} />
        </Section>
      </div>
    </Page>
  );
}
