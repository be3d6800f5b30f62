/** How many characters of a message a preview has. No list is wide enough for more. */
export const PREVIEW_LENGTH = 120;

/** What a preview needs of a message. */
interface Previewed {
  content: string;
  deleted?: boolean | undefined;
  /** Whether it has photos, or these. */
  photos?: boolean | readonly unknown[] | undefined;
}

// Characters are code points, as PostgreSQL counts them.
const START = new RegExp(`.{0,${PREVIEW_LENGTH}}`, 'su');

/**
 * The first words of a message on one line, as lists of chats show them. The server and the browser use it alike, so that a
 * live message reads as it does after a reload. Photos without words read 'Photo'.
 */
export function previewText({ content, deleted, photos }: Previewed): string {
  if (deleted) return 'Message deleted';
  const words = START.exec(content.trimStart())![0].replace(/\s+/g, ' ');
  return words === '' && photos ? 'Photo' : words;
}
