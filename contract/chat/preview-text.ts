/** How many characters of a message a preview has. No list is wide enough for more. */
export const PREVIEW_LENGTH = 120;

// Characters are code points, as PostgreSQL counts them.
const START = new RegExp(`.{0,${PREVIEW_LENGTH}}`, 'su');

/**
 * The first words of a message on one line, as lists of chats show them. The server and the browser use it alike, so that a
 * live message reads as it does after a reload. Empty for photos without words.
 */
export function previewText(content: string): string {
  return START.exec(content.trimStart())![0].replace(/\s+/g, ' ');
}
