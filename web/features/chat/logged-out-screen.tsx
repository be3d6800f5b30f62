import { ChatLoginForm } from '#web/features/identity/index.ts';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';

/** Shown instead of a chat to a logged-out person (spec §2). A chunk of its own, because few people need it. */
export default function LoggedOutScreen() {
  return (
    <>
      <DocumentTitle title="Chat" />
      <ChatLoginForm />
    </>
  );
}
