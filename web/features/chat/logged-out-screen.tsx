import * as t from '#language';
import { LoginForm } from '#web/features/identity/index.ts';

/** Shown instead of a chat to a logged-out person (spec §2). A chunk of its own, because few people need it. */
export default function LoggedOutScreen() {
  return <LoginForm heading={t.chat} note={t.logInToUseTheChat} isInPlace />;
}
