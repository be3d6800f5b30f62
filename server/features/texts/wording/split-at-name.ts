/** No name holds it: PostgreSQL cannot store it. */
const MARK = '\0';

/** The words of a text, in front of, between and behind its names. */
export function wordsAround(text: (name: string) => string): string[] {
  return text(MARK).split(MARK);
}

/** A text before and after the display name in it, for statements that take the name from the database. */
export function splitAtName(text: (displayName: string) => string): { before: string; after: string } {
  const [before = '', after = ''] = wordsAround(text);
  return { before, after };
}
