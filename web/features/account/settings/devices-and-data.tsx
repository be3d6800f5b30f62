import type { AppUser } from '#web/app-context.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Devices } from '../devices.tsx';
import { LeaveForm } from '../leave-form.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';
import { Section } from '../section.tsx';

export function DevicesAndData({ user }: { user: AppUser }) {
  return (
    <>
      <Section title="Your devices" note="Where you are logged in.">
        <Devices uid={user.uid} />
      </Section>
      <Section title="Passkeys" note="Log in with your finger, your face or a PIN.">
        <Passkeys uid={user.uid} email={user.email} />
      </Section>
      <Section title="Your data" note="Your circle, your conversations and your moods, as a file.">
        <div className="flex flex-wrap gap-3">
          <a href={`/api/users/${user.uid}/export`} download className={buttonClass('quiet')}>
            Download my data
          </a>
          <Link to="/history" className={buttonClass('quiet')}>
            Your moods
          </Link>
        </div>
      </Section>
      <Section title="Leave" note="Your account, and everything in it.">
        <LeaveForm user={user} />
      </Section>
    </>
  );
}
