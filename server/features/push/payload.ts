import { sanitizeName } from '#server/features/texts/index.ts';

export type PushCause = 'mood' | 'message' | 'connection' | 'answer';

export interface Notice {
  cause: PushCause;
  author: string;
  firstname: string;
  ask: string | null;
  helpers: number;
  isLater: boolean;
  words: string | null;
  showNames: boolean;
  showWords: boolean;
  unread: number;
  waitingAsks: number;
  isSilent: boolean;
}

const WORDS_MAX_LENGTH = 200;

const TITLES: Record<PushCause, (notice: Notice, name: string) => string> = {
  mood: (_, name) => (name ? `${name} could use support` : 'A friend could use support'),
  message: (_, name) => (name ? `A message from ${name}` : 'A new message'),
  connection: (_, name) => (name ? `${name} is in your circle now` : 'A new connection'),
  answer: (notice, name) => `${helpersOf(notice, name)} will reach out${notice.isLater ? ' later' : ''}`,
};
const BODY = 'Open Moodring';

const TAGS: Record<PushCause, string> = { mood: 'mood', message: 'chat', connection: 'connection', answer: 'answer' };

const PATHS: Record<PushCause, (author: string) => string> = {
  mood: (author) => `/chat/${author}`,
  message: (author) => `/chat/${author}`,
  connection: () => '/circles',
  answer: () => '/cares',
};

function helpersOf({ helpers }: Notice, name: string): string {
  if (!name) return helpers > 1 ? `${helpers} friends` : 'A friend';
  return helpers > 1 ? `${name} and ${helpers - 1} more` : name;
}

/** A newer notification with the same tag replaces an older one on the screen. */
export function tagOf(cause: PushCause, author: string): string {
  return `${TAGS[cause]}-${author}`;
}

const ANSWERS = [
  { action: 'yes', title: 'I’ll reach out' },
  { action: 'no', title: 'I can’t right now' },
  { action: 'later', title: 'Later today' },
];

/** The JSON that every browser's worker reads, and that Safari shows by itself (declarative web push). */
export function noticePayload(notice: Notice, appUrl: string): string {
  const { cause, author, ask, showNames, showWords, words, isSilent } = notice;
  const badge = notice.unread + notice.waitingAsks;
  const name = showNames ? sanitizeName(notice.firstname) : '';
  const title = TITLES[cause](notice, name);
  const isQuoted = cause === 'message' && showNames && showWords && words;
  const body = isQuoted ? firstCharacters(words) : BODY;
  const navigate = `${appUrl}${PATHS[cause](author)}`;
  const answerable = cause === 'mood' && ask ? ask : undefined;
  return declarative({ title, body, navigate, tag: tagOf(cause, author), badge, isSilent, answerable });
}

export function closePayload(tag: string): string {
  return JSON.stringify({ close: tag });
}

export const TEST_TAG = 'test';

export function testPayload(appUrl: string, badge: number): string {
  const words = { title: 'Notifications work here', body: BODY };
  return declarative({ ...words, navigate: `${appUrl}/settings`, tag: TEST_TAG, badge, isSilent: false });
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
function declarative({ title, body, navigate, tag, badge, isSilent, answerable }: Shown): string {
  const notification = {
    title,
    body,
    lang: 'en',
    dir: 'auto',
    navigate,
    tag,
    app_badge: String(badge),
    ...(answerable && { actions: ANSWERS.map((answer) => ({ ...answer, navigate })) }),
    data: { tag, ...(answerable && { ask: answerable }) },
    ...(isSilent && { silent: true }),
  };
  return JSON.stringify({ web_push: 8030, app_badge: badge, notification });
}

function firstCharacters(words: string): string {
  const characters = [...words.slice(0, 2 * WORDS_MAX_LENGTH)];
  return characters.slice(0, WORDS_MAX_LENGTH).join('');
}
