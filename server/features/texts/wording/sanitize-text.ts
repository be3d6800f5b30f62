import { MOODS } from '#contract/moods.ts';
import { sanitizeName, sanitizeNames } from './sanitize-name.ts';
import { wordsAround } from './split-at-name.ts';
import { chatText, connectingText, moodText } from './texts.ts';

/**
 * A text of ours leads nowhere but to the app. Names are part of the texts, and people choose theirs: the names in a
 * stored text are found between our words, and each is made harmless. Where the words are not ours (they are of an older
 * version, or the app's address has changed), all but our link is treated.
 * @param message ends in the app's address, bare or in brackets (spec §9)
 */
export function sanitizeText(message: string, appUrl: string): string {
  for (const words of textsOf(appUrl)) {
    const names = namesBetween(words, message)?.map(sanitizeName);
    if (names) return words.map((each, n) => each + (names[n] ?? '')).join('');
  }
  const ours = [appUrl, `(${appUrl})`].find((end) => message.endsWith(` ${end}`)) ?? '';
  return sanitizeNames(message.slice(0, message.length - ours.length)) + ours;
}

/** The words of every text that names somebody. */
function textsOf(link: string): string[][] {
  return [
    ...MOODS.map((mood) => wordsAround((displayName) => moodText({ displayName, mood, link }))),
    wordsAround((displayName) => chatText({ displayName, site: link })),
    wordsAround((name) => connectingText({ firstname: name, otherFirstname: name, link })),
  ];
}

/** What stands between the words, or undefined when the message is not made of them. */
function namesBetween(words: readonly string[], message: string): string[] | undefined {
  const [first = '', ...others] = words;
  const last = others.pop() ?? '';
  if (!message.startsWith(first) || !message.endsWith(last) || message.length < first.length + last.length) return;
  let rest = message.slice(first.length, message.length - last.length);
  const names: string[] = [];
  for (const between of others) {
    const place = rest.indexOf(between);
    if (place < 0) return;
    names.push(rest.slice(0, place));
    rest = rest.slice(place + between.length);
  }
  return [...names, rest];
}
