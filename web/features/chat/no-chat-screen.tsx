import * as t from '#language';
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
  const lead = connect?.toLowerCase() === appUser?.uid ? t.thisOneIsYou : t.notConnectedWithThisPerson;
  return (
    <Page title={t.noSuchChat} lead={lead}>
      <DocumentTitle title={t.chat} />
      <div className="flex flex-wrap gap-3">
        <Link to="/cares" className={buttonClass()}>
          {t.goToYourChats}
        </Link>
        <Link to="/connect" className={buttonClass('quiet')}>
          {t.findPeople}
        </Link>
      </div>
    </Page>
  );
}
