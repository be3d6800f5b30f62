import { useLocation } from '#web/router.tsx';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { LoginForm } from './forms/login-form.tsx';
import { Welcome } from './forms/welcome.tsx';
import { SignedOutOnly } from './signed-out-only.tsx';
import type { NewAccount } from './signup-screen.tsx';

/** The state that /settings passes to /login after an account was deleted. */
export interface GoneAccount {
  isGone: true;
}

/** /login (spec §2). Also shown instead of pages that need a signed-in person. */
export default function LoginScreen() {
  const { pathname, state } = useLocation() as { pathname: string; state: NewAccount | GoneAccount | null };
  return (
    <SignedOutOnly>
      <DocumentTitle title="Log in" />
      {formFor(state, pathname === '/')}
    </SignedOutOnly>
  );
}

/** @param isFirst whether it is the first page, where a visitor may know nothing of Moodring */
function formFor(state: NewAccount | GoneAccount | null, isFirst: boolean) {
  if (state === null) return <LoginForm intro={isFirst && <Welcome />} />;
  if ('isGone' in state)
    return <LoginForm heading="Your account is gone" note="Take good care. You are welcome back at any time." />;
  return (
    <LoginForm
      heading="Your account is ready"
      note="Log in to begin. It is good to have you here."
      email={state.email}
    />
  );
}
