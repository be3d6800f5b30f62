import { sanitizeName } from '#server/features/texts/index.ts';

export type PushCause = 'mood' | 'message' | 'connection';

/** What a notification says. */
export interface Notice {
  cause: PushCause;
  /** The friend that it is about. */
  author: string;
  firstname: string;
  /** The newest message's. */
  words: string | null;
  showNames: boolean;
  showWords: boolean;
  /** The person's unread messages. */
  unread: number;
  /** Shown without a sound: it is in the person's quiet hours. */
  isSilent: boolean;
}

/** In code points: a lock screen shows less. */
const WORDS_MAX_LENGTH = 200;

const TITLES: Record<PushCause, { nameless: string; named(name: string): string }> = {
  mood: { nameless: 'A friend could use support', named: (name) => `${name} could use support` },
  message: { nameless: 'A new message', named: (name) => `A message from ${name}` },
  connection: { nameless: 'A new connection', named: (name) => `${name} is in your circle now` },
};
const BODY = 'Open Moodring';

const TAGS: Record<PushCause, string> = { mood: 'mood', message: 'chat', connection: 'connection' };

/** A newer notification with the same tag replaces an older one on the screen. */
export function tagOf(cause: PushCause, author: string): string {
  return `${TAGS[cause]}-${author}`;
}

/** The JSON that every browser's worker reads, and that Safari shows by itself (declarative web push). */
export function noticePayload(notice: Notice, appUrl: string): string {
  const { cause, author, showNames, showWords, words, unread, isSilent } = notice;
  const name = showNames ? sanitizeName(notice.firstname) : '';
  const title = name ? TITLES[cause].named(name) : TITLES[cause].nameless;
  const isQuoted = cause === 'message' && showNames && showWords && words;
  const body = isQuoted ? firstCharacters(words) : BODY;
  const navigate = `${appUrl}${cause === 'connection' ? '/circles' : `/chat/${author}`}`;
  return declarative({ title, body, navigate, tag: tagOf(cause, author), unread, isSilent });
}

/** Closes a notification that was read on another device. */
export function closePayload(tag: string): string {
  return JSON.stringify({ close: tag });
}

export const TEST_TAG = 'test';

export function testPayload(appUrl: string, unread: number): string {
  const words = { title: 'Notifications work here', body: BODY };
  return declarative({ ...words, navigate: `${appUrl}/settings`, tag: TEST_TAG, unread, isSilent: false });
}

interface Shown {
  title: string;
  body: string;
  navigate: string;
  tag: string;
  unread: number;
  isSilent: boolean;
}

/** The badge is in two places, because browsers disagree on it. */
function declarative({ title, body, navigate, tag, unread, isSilent }: Shown): string {
  const notification = {
    title,
    body,
    lang: 'en',
    dir: 'auto',
    navigate,
    tag,
    app_badge: String(unread),
    data: { tag },
    ...(isSilent && { silent: true }),
  };
  return JSON.stringify({ web_push: 8030, app_badge: unread, notification });
}

function firstCharacters(words: string): string {
  // The first units hold at least as many characters as are kept.
  const characters = [...words.slice(0, 2 * WORDS_MAX_LENGTH)];
  return characters.slice(0, WORDS_MAX_LENGTH).join('');
}
