import * as t from '#language';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { useLocation } from '#web/ui/router.tsx';
import { LoginForm } from './forms/login-form.tsx';
import { Welcome } from './forms/welcome.tsx';
import { SignedOutOnly } from './signed-out-only.tsx';
import type { NewAccount } from './signup-screen.tsx';

/** The state that /settings passes to /login after an account was deleted. */
export interface GoneAccount {
  isGone: true;
}

/** The state that a friend's answer by link passes to /login: the name of the friend who asks. */
export interface WriteTo {
  writeTo: string;
}

type State = NewAccount | GoneAccount | WriteTo | null;

/** /login (spec §2). Also shown instead of pages that need a signed-in person. */
export default function LoginScreen() {
  const { pathname, state } = useLocation() as { pathname: string; state: State };
  return (
    <SignedOutOnly>
      <DocumentTitle title={t.logIn} />
      {formFor(state, pathname === '/')}
    </SignedOutOnly>
  );
}

/** @param isFirst whether it is the first page, where a visitor may know nothing of Moodring */
function formFor(state: State, isFirst: boolean) {
  if (state === null) return <LoginForm intro={isFirst && <Welcome />} />;
  if ('isGone' in state) return <LoginForm heading={t.yourAccountIsGone} note={t.takeGoodCare} />;
  if ('writeTo' in state) return <LoginForm heading={t.writeToTitle({ name: state.writeTo })} note={t.logInFirst} />;
  return <LoginForm heading={t.yourAccountIsReady} note={t.logInToBegin} email={state.email} />;
}
