import { ChatLoginForm } from '#web/features/identity/index.ts';

/** In the place of a chat when nobody is logged in (spec §2). A chunk of its own: those who are do without it. */
export default function LoggedOutScreen() {
  return <ChatLoginForm />;
}
