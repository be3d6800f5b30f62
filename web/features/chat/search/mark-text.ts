/** A part of a text; the parts joined are the text. */
interface Part {
  text: string;
  /** Where it begins in the text. */
  at: number;
  isMatch: boolean;
}

/** Characters of a long message that are shown before its first match. */
const LEAD = 40;

/** Cuts a text into what matches, ignoring case, and what does not. */
export function markText(text: string, sought: string): Part[] {
  const pattern = new RegExp(`(${sought.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')})`, 'giu');
  let at = 0;
  return text.split(pattern).flatMap((part, place) => {
    const start = at;
    at += part.length;
    return part === '' ? [] : [{ text: part, at: start, isMatch: place % 2 === 1 }];
  });
}

/** A message for a list: from a little before its first match on, so that the match is in its first lines. */
export function beginNearMatch(text: string, sought: string): string {
  const match = markText(text, sought).find(({ isMatch }) => isMatch);
  if (!match || match.at <= LEAD) return text;
  // Whole characters only: a cut surrogate pair would show as a box.
  return `…${text.slice(match.at - LEAD).replace(/^[\uDC00-\uDFFF]/, '')}`;
}
