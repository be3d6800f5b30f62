/** How many characters of a message a preview has. No list is wide enough for more. */
export const PREVIEW_LENGTH = 120;

/** What a preview needs of a message. */
interface Previewed {
  content: string;
}

/**
 * The first words of a message on one line, as lists of chats show them. The server and the browser use it alike, so that a
 * live message reads as it does after a reload.
 */
export function previewText({ content }: Previewed): string {
  // A whole message can be long, so it is cut first. Characters are code points, as PostgreSQL counts them.
  const start = [...content.slice(0, 2 * PREVIEW_LENGTH)].slice(0, PREVIEW_LENGTH).join('');
  return start.replace(/\s+/gu, ' ').trim();
}
