import type { Language } from '#contract/account/languages.ts';
import type { Mood } from '#contract/moods.ts';
import type { Words } from '#languages';
import { type PhoneCall, sanitizeName, WEBHOOKS } from '#server/features/texts/index.ts';
import { wordsOf } from '#server/languages.ts';
import type { Mail } from '#server/mail/index.ts';

export type PushCause = 'mood' | 'message' | 'connection' | 'answer' | 'check-in' | 'missed';

export interface Notice {
  cause: PushCause;
  author: string;
  firstname: string;
  ask: string | null;
  /** Of a call for support. */
  mood: Mood | null;
  helpers: number;
  isLater: boolean;
  /** The friend has checked in since. */
  hasCheckedIn: boolean;
  /** '' for photos alone. */
  words: string | null;
  showNames: boolean;
  showWords: boolean;
  unread: number;
  waitingAsks: number;
  isSilent: boolean;
  /** Of the device's person. */
  language: Language | null;
}

const WORDS_MAX_LENGTH = 200;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** @param name '' when the lock screen shows none */
const TITLES: Record<PushCause, (t: Words, name: string, notice: Notice) => string> = {
  mood: (t, name) => t.couldUseSupport({ friends: 1, name: name || t.unnamedFriend }),
  message: (t, name) => (name ? t.aMessageFrom({ name }) : t.aNewMessage),
  connection: (t, name) => (name ? t.nowInYourCircle({ name }) : t.aNewConnection),
  answer(t, name, { helpers, isLater }) {
    if (!name && helpers > 1)
      return (isLater ? t.friendsWillReachOutLater : t.friendsWillReachOut)({ friends: helpers });
    const helper = { name: name || t.unnamedFriend, more: helpers - 1 };
    return (isLater ? t.helpersWillReachOutLater : t.helpersWillReachOut)(helper);
  },
  'check-in': (t) => t.timeToCheckIn,
  missed: (t, name, { hasCheckedIn }) =>
    (hasCheckedIn ? t.hasCheckedIn : t.hasNotCheckedIn)({ name: name || t.unnamedFriend }),
};

/** Where a tap leads, if not to the chat. */
const SCREENS: Partial<Record<PushCause, string>> = {
  connection: '/circles',
  answer: '/cares',
  'check-in': '/check-in',
};

/** A newer notification with the same tag replaces an older one on the screen. */
export function tagOf(cause: PushCause, author: string): string {
  return `${cause === 'message' ? 'chat' : cause}-${author}`;
}

const answersIn = (t: Words) => [
  { action: 'yes', title: t.illReachOut },
  { action: 'no', title: t.iCantRightNow },
  { action: 'later', title: t.laterToday },
];

/** What an address of the person gets: as it passes through others' hands, no name and no one's address. */
function plainNotice({ cause, language, ...notice }: Notice, appUrl: string) {
  const t = wordsOf(language);
  return {
    t,
    title: TITLES[cause](t, '', { cause, language, ...notice }),
    link: appUrl + (SCREENS[cause] ?? '/circles'),
  };
}

const NTFY_PRIORITY = { Dark: 5, other: 4, good: 3, silent: 2 };

/** For an ntfy server, beside the topic (https://docs.ntfy.sh/publish/#publish-as-json). */
export function ntfyMessage(notice: Notice, appUrl: string) {
  const { t, title, link } = plainNotice(notice, appUrl);
  const { mood, isSilent, hasCheckedIn } = notice;
  const kind = isSilent ? 'silent' : mood === 'Dark' ? 'Dark' : hasCheckedIn ? 'good' : 'other';
  return { title, message: t.openMoodring, click: link, priority: NTFY_PRIORITY[kind] };
}

export function testNtfyMessage(t: Words, appUrl: string) {
  const { Dark: priority } = NTFY_PRIORITY;
  return { title: t.notificationsWorkHere, message: t.openMoodring, click: `${appUrl}/settings/news`, priority };
}

export function noticeMail(notice: Notice & { email: string }, appUrl: string): Mail {
  const { t, title, link } = plainNotice(notice, appUrl);
  const settings = `${appUrl}/settings/news`;
  return { to: notice.email, subject: title, text: t.mailOfACall({ title, link, settings }) };
}

/** The friend's own phone, whose texts name the person, too. Twilio signs the address with the pressed key. */
export function noticeCall(
  { ask, uid, phone, firstname, language }: Notice & { uid: string; phone: string | null },
  appUrl: string,
): PhoneCall {
  const t = wordsOf(language);
  const name = sanitizeName(firstname);
  const words = t.callOfAFriend({ who: name ? 'named' : 'other', name });
  return { to: phone!, t, words, answerUrl: `${appUrl}${WEBHOOKS.call}?ask=${ask}&friend=${uid}` };
}

/** The JSON that every browser's worker reads, and that Safari shows by itself (declarative web push). */
export function noticePayload(notice: Notice, appUrl: string): string {
  const { cause, author, ask, showNames, showWords, words, isSilent, language } = notice;
  const t = wordsOf(language);
  const badge = notice.unread + notice.waitingAsks;
  const title = TITLES[cause](t, showNames ? sanitizeName(notice.firstname) : '', notice);
  const isQuoted = cause === 'message' && showNames && showWords && words !== null;
  const body = isQuoted ? quote(words, t.$direction) || t.photo : t.openMoodring;
  const navigate = `${appUrl}${SCREENS[cause] ?? `/chat/${author}`}`;
  const answerable = cause === 'mood' && ask ? ask : undefined;
  return declarative(t, { title, body, navigate, tag: tagOf(cause, author), badge, isSilent, answerable });
}

export function closePayload(tag: string): string {
  return JSON.stringify({ close: tag });
}

export const TEST_TAG = 'test';

export function testPayload(t: Words, appUrl: string, badge: number): string {
  const words = { title: t.notificationsWorkHere, body: t.openMoodring };
  return declarative(t, { ...words, navigate: `${appUrl}/settings`, tag: TEST_TAG, badge, isSilent: false });
}

interface Shown {
  title: string;
  body: string;
  navigate: string;
  tag: string;
  badge: number;
  isSilent: boolean;
  answerable?: string | undefined;
}

/** The badge is in two places, because browsers disagree on it. */
function declarative(t: Words, { title, body, navigate, tag, badge, isSilent, answerable }: Shown): string {
  const notification = {
    title,
    body,
    lang: t.$language,
    dir: t.$direction,
    navigate,
    tag,
    app_badge: String(badge),
    ...(answerable && { actions: answersIn(t).map((answer) => ({ ...answer, navigate })) }),
    data: { tag, ...(answerable && { ask: answerable }) },
    ...(isSilent && { silent: true }),
  };
  return JSON.stringify({ web_push: 8030, app_badge: badge, notification });
}

/** The first words of a message. Each line has its own direction. */
function quote(words: string, direction: Words['$direction']): string {
  const first = [...words.slice(0, 2 * WORDS_MAX_LENGTH)].slice(0, WORDS_MAX_LENGTH).join('');
  return direction === 'rtl' || RIGHT_TO_LEFT.test(first) ? first.replace(/.+/g, '\u2068$&\u2069') : first;
}
