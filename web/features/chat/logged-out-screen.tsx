import { ChatLoginForm } from '#web/features/identity/index.ts';

/** Shown instead of a chat to a logged-out person (spec §2). A chunk of its own, because few people need it. */
export default function LoggedOutScreen() {
  return <ChatLoginForm />;
}
