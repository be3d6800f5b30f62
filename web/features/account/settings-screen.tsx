import { useApp } from '#web/app-context.tsx';
import { LazySafetySettings, LazyTextChoices } from '#web/features/consent/index.ts';
import { RenewLink } from '#web/features/invites/index.ts';
import { LazyInstallMoodring, LazyPushSettings } from '#web/features/push/index.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { BeingFound } from './being-found.tsx';
import { Devices } from './devices.tsx';
import { LeaveForm } from './leave-form.tsx';
import { LazyPasskeys } from './passkeys/lazy-passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { WaysBack } from './recovery/ways-back.tsx';
import { Section, Sections } from './section.tsx';
import { TextSettings } from './text-settings.tsx';

const PARTS = [
  ['you', 'About you'],
  ['news', 'What reaches you'],
  ['safety', 'Support and safety'],
  ['login', 'Logging in'],
  ['account', 'Your account'],
] as const;

/** /settings: a person's own account. */
export default function SettingsScreen() {
  const { appUser } = useApp();
  if (!appUser) return null;
  const [you, news, safety, login, account] = PARTS.map(([id, title]) => ({ id, title }));
  return (
    <Page title="Settings" lead={appUser.email} aside={<Parts />}>
      <div className="space-y-5">
        <Sections {...you!}>
          <Section title="You">
            <ProfileForm user={appUser} />
          </Section>
          <Section title="Being found" note="By people who search. Your friends stay your friends.">
            <BeingFound uid={appUser.uid} />
          </Section>
          <Section title="Your invitation link" note="A friend who opens it is in your circle with one tap.">
            <RenewLink uid={appUser.uid} />
          </Section>
        </Sections>
        <Sections {...news!}>
          <Section title="Notifications" note="In this browser.">
            <div className="space-y-6">
              <LazyPushSettings uid={appUser.uid} />
              <LazyInstallMoodring />
            </div>
          </Section>
          <Section title="Texts" note="To your phone.">
            <TextSettings uid={appUser.uid} />
            <LazyTextChoices uid={appUser.uid} />
          </Section>
        </Sections>
        <Sections {...safety!}>
          <LazySafetySettings uid={appUser.uid} />
        </Sections>
        <Sections {...login!}>
          <Section title="Password" note="A new password signs you out everywhere else.">
            <PasswordForm email={appUser.email} />
          </Section>
          <Section title="If you cannot log in" note="Your email and your phone let you choose a new password.">
            <WaysBack user={appUser} />
          </Section>
          <Section title="Passkeys" note="Log in with your finger, your face or a PIN instead of the password.">
            <LazyPasskeys uid={appUser.uid} email={appUser.email} />
          </Section>
          <Section title="Your devices" note="Where you are logged in.">
            <Devices uid={appUser.uid} />
          </Section>
        </Sections>
        <Sections {...account!}>
          <Section
            title="Your data"
            note="Everything Moodring keeps about you, as a file: your circle, your conversations, your moods."
          >
            <div className="flex flex-wrap gap-3">
              <a href={`/api/users/${appUser.uid}/export`} download className={buttonClass('quiet')}>
                Download my data
              </a>
              <Link to="/history" className={buttonClass('quiet')}>
                Your moods
              </Link>
            </div>
          </Section>
          <Section title="Leave" note="Your account, and everything in it.">
            <LeaveForm user={appUser} />
          </Section>
        </Sections>
      </div>
    </Page>
  );
}

/** Links to the parts of the screen. */
function Parts() {
  return (
    <nav aria-label="Parts of the settings" className="mt-6">
      <ul className="flex flex-wrap gap-2 @5xl:flex-col @5xl:items-start">
        {PARTS.map(([id, title]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center rounded-full bg-raised px-4 font-semibold hover:bg-line"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
