import { useParams } from 'react-router';
import { useApp } from '#web/app-context.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { Link } from '#web/ui/link.tsx';
import { Page } from '#web/ui/page/page.tsx';

interface Words {
  title: string;
  lead: string;
  /** Where it leads on to. */
  to: string;
  link: string;
}

const WITH_ONESELF: Words = {
  title: 'This one is you',
  lead: 'This address is your own, and a chat takes two. All your chats are in one place.',
  to: '/cares',
  link: 'Go to your chats',
};

const NO_UID: Words = {
  title: 'There is no such chat',
  lead: 'The address may be mistyped, or a piece of it is missing. All your chats are in one place.',
  to: '/cares',
  link: 'Go to your chats',
};

/** Whether somebody else has this uid is not for this person to know: the words hold either way. */
const NOT_IN_CIRCLE: Words = {
  title: 'You are not connected yet',
  lead: 'Nobody in your circle has this address. It may be mistyped, or belong to somebody you have still to connect with.',
  to: '/connect',
  link: 'Find people to connect with',
};

const UID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** In the place of a chat that there is none of: says why, as far as it is known, and leads on. */
export default function NoChatScreen() {
  const { connect = '' } = useParams();
  const { appUser } = useApp();
  const { title, lead, to, link } = wordsFor(connect.toLowerCase(), appUser?.uid);

  return (
    <Page title={title} tab="Chat" lead={lead}>
      <Link to={to} className={buttonClass()}>
        {link}
      </Link>
    </Page>
  );
}

function wordsFor(uid: string, me: string | undefined): Words {
  if (uid === me) return WITH_ONESELF;
  return UID.test(uid) ? NOT_IN_CIRCLE : NO_UID;
}
