/** No name holds it: PostgreSQL cannot store it. */
const MARK = '\0';

/** A text before and after the display name in it, for statements that take the name from the database. */
export function aroundName(text: (displayName: string) => string): { before: string; after: string } {
  const [before = '', after = ''] = text(MARK).split(MARK);
  return { before, after };
}
