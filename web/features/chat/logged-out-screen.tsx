import { LoginForm } from '#web/features/identity/index.ts';

/** Shown instead of a chat to a logged-out person (spec §2). A chunk of its own, because few people need it. */
export default function LoggedOutScreen() {
  return <LoginForm heading="Chat" note="Please log in to use the chat system." isInPlace />;
}
