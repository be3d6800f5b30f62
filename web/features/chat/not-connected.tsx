import { buttonClass } from '#web/ui/button-class.ts';
import { Link } from '#web/ui/link.tsx';
import { Page } from '#web/ui/page.tsx';

/** In the place of a chat with somebody who is not a connection. */
export function NotConnected() {
  return (
    <Page
      title="You are not connected yet"
      tab="Chat"
      lead="This person is not in your circle. Connect with them first, then you can write to each other."
    >
      <Link to="/connect" className={buttonClass()}>
        Find people to connect with
      </Link>
    </Page>
  );
}
