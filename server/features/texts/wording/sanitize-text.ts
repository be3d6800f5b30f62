import { MOODS } from '#contract/moods.ts';
import { sanitizeName, sanitizeNames } from './sanitize-name.ts';
import { chatText, connectingText, moodText, splitAtNames } from './texts.ts';

/**
 * Leaves no link in a text but the app's own. People choose their names, so a name could hold a link or a message. The names
 * are found between our words, and each is sanitized. A text with other words (of an older version, or with an old app
 * address) is sanitized as a whole, except for our link at its end.
 * @param message ends in the app's address, bare or in brackets (spec §9)
 */
export function sanitizeText(message: string, appUrl: string): string {
  for (const parts of templates(appUrl)) {
    const names = namesBetween(parts, message)?.map(sanitizeName);
    if (names) return parts.map((part, n) => part + (names[n] ?? '')).join('');
  }
  const link = [appUrl, `(${appUrl})`].find((end) => message.endsWith(` ${end}`)) ?? '';
  return sanitizeNames(message.slice(0, message.length - link.length)) + link;
}

function templates(link: string): string[][] {
  return [
    ...MOODS.map((mood) => splitAtNames((displayName) => moodText({ displayName, mood, link }))),
    splitAtNames((displayName) => chatText({ displayName, site: link })),
    splitAtNames((name) => connectingText({ firstname: name, otherFirstname: name, link })),
  ];
}

/** The names between these parts; undefined when the message is another text. */
function namesBetween(parts: readonly string[], message: string): string[] | undefined {
  const [first = '', ...others] = parts;
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
