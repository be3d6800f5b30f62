import { ChatLoginForm } from '#web/features/identity/index.ts';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';

/** In the place of a chat when nobody is logged in (spec §2). A chunk of its own: those who are do without it. */
export default function LoggedOutScreen() {
  return (
    <>
      <DocumentTitle title="Chat" />
      <ChatLoginForm />
    </>
  );
}
