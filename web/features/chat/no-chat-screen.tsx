import { useApp } from '#web/app-context.tsx';
import { useParams } from '#web/router.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Page } from '#web/ui/page/page.tsx';

interface Words {
  title: string;
  lead: string;
  /** The address of the link. */
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

/** The same words whether or not a person has this uid: strangers must not find out. */
const NOT_IN_CIRCLE: Words = {
  title: 'You are not connected yet',
  lead: 'Nobody in your circle has this address. It may be mistyped, or belong to somebody you have still to connect with.',
  to: '/connect',
  link: 'Find people to connect with',
};

const UID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Shown instead of a chat when no connection has the uid: says why, and links to the next step. */
export default function NoChatScreen() {
  const { connect = '' } = useParams<{ connect: string }>();
  const { appUser } = useApp();
  const { title, lead, to, link } = explanationFor(connect.toLowerCase(), appUser?.uid);

  return (
    <Page title={title} tab="Chat" lead={lead}>
      <Link to={to} className={buttonClass()}>
        {link}
      </Link>
    </Page>
  );
}

function explanationFor(uid: string, me: string | undefined): Words {
  if (uid === me) return WITH_ONESELF;
  return UID.test(uid) ? NOT_IN_CIRCLE : NO_UID;
}
