import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { EntryPage } from '../forms/entry-page.tsx';
import { LoginLink } from './login-link.tsx';

/** A link that does not work. It says the same of expired, used and unknown ones. */
export function LinkRunOut({ reason }: { reason: string }) {
  return (
    <EntryPage key="run-out" heading="This link does not work" note={reason}>
      <Link to="/forgot-password" className={`${buttonClass()} w-full`}>
        Ask for another link
      </Link>
      <LoginLink />
    </EntryPage>
  );
}
