import { useApp } from '#web/app-context.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { useParam } from '#web/ui/router.tsx';

/** Shown instead of a chat when no connection has the uid. The same words whether or not a person has it: strangers must not find out. */
export default function NoChatScreen() {
  const connect = useParam();
  const { appUser } = useApp();
  const lead = connect?.toLowerCase() === appUser?.uid ? 'This one is you.' : 'You’re not connected with this person.';
  return (
    <Page title="There is no such chat" lead={lead}>
      <DocumentTitle title="Chat" />
      <div className="flex flex-wrap gap-3">
        <Link to="/cares" className={buttonClass()}>
          Go to your chats
        </Link>
        <Link to="/connect" className={buttonClass('quiet')}>
          Find people to connect with
        </Link>
      </div>
    </Page>
  );
}
