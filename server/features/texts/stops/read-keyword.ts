import * as languages from '#languages';

export type Keyword = 'stop' | 'start' | 'help';

/** Of all languages: people may text in another one than their account's. */
const allWords = (name: `${Keyword | 'polite'}Words`) =>
  new Set(Object.values(languages).flatMap((t) => t[name].split(',').map(plain)));

const STOP = allWords('stopWords');
/** Providers take YES for START, and people write it to friends. */
const START = allWords('startWords');
const HELP = allWords('helpWords');

/** The whole text must be the wish: 'I cannot stop crying' is none. */
const STOP_PHRASES = [
  /^(stop|quit|end) (it|this|now|texts|messages|texting|messaging|contacting|sending)$/,
  /^(stop|quit|end) (the|these|those|this|your|all|all the|all these|all your) (texts?|messages?|texting)$/,
  /^(stop|quit) (texting|messaging|contacting) (me|us|my phone|this number|this phone)$/,
  /^stop sending( me| us)?( the| these| those| your| any| any more)? (texts|messages|this)$/,
  /^(remove|unsubscribe|delete) (me|us|my number|this number)( from (the|this|your) list)?$/,
  /^(take|get) (me|us|my number|this number) off( (the|this|your) list)?$/,
  /^(do not|don t|dont) (text|message|contact) (me|us|this number)$/,
];
/** In Japanese they follow without a space. */
const POLITE = new RegExp(
  `(?<=^| |[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}])(${[...allWords('politeWords')].join('|')})(?= |$)`,
  'gu',
);

const MAX_LENGTH = 80;

/** @returns undefined for a text that is none of our business */
export function readKeyword(message: string): Keyword | undefined {
  if (message.length > MAX_LENGTH) return;
  const words = plain(message);
  if (STOP.has(words)) return 'stop';
  if (START.has(words)) return 'start';
  if (HELP.has(words)) return 'help';
  const bare = plain(words.replaceAll(POLITE, ' '));
  if (STOP.has(bare) || STOP_PHRASES.some((phrase) => phrase.test(bare))) return 'stop';
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
