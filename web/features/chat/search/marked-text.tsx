import { foldText } from '#web/text/fold-text.ts';

export function MarkedText({ text, sought }: { text: string; sought: string }) {
  return markText(text, sought).map((part) =>
    part.isMatch ? (
      <mark key={part.at} className="mood-yellow rounded-sm forced-color-adjust-none">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}

interface Part {
  text: string;
  at: number;
  isMatch: boolean;
}

const LEAD = 40;

/** Cuts a text into what matches, ignoring case and accents as the server's search does, and what does not. */
export function markText(text: string, sought: string): Part[] {
  const { letters, places } = foldText(text);
  const pattern = foldText(sought).letters;
  const parts: Part[] = [];
  const add = (from: number, to: number, isMatch: boolean) => {
    if (from < to) parts.push({ text: text.slice(from, to), at: from, isMatch });
  };
  let end = 0;
  for (let found = letters.indexOf(pattern); pattern && found >= 0; ) {
    const next = found + pattern.length;
    add(end, places[found]!, false);
    add(places[found]!, places[next]!, true);
    end = places[next]!;
    found = letters.indexOf(pattern, next);
  }
  add(end, text.length, false);
  return parts;
}

/** A message for a list: from a little before its first match on, so that the match is in its first lines. */
export function beginNearMatch(text: string, sought: string): string {
  const match = markText(text, sought).find(({ isMatch }) => isMatch);
  if (!match || match.at <= LEAD) return text;
  // Whole characters only: a cut surrogate pair would show as a box.
  return `…${text.slice(match.at - LEAD).replace(/^[\uDC00-\uDFFF]/, '')}`;
}
