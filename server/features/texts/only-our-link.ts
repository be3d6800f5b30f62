/** What phones make a link of: a scheme, and a dot within a word. */
const IN_A_LINK = /:(?=\/\/)|[.。．｡](?=\p{L}{2}|\d)/gu;
/** Who gave no name goes by their email. */
const EMAIL = /^[^\s@/:]+@[^\s@/:]+$/;

/**
 * A text of ours leads nowhere but to the app. Names are part of the texts, and whoever signs up chooses theirs: an
 * address in a name is taken apart with spaces, so that no phone makes it a link. Ordinary names stay as they are.
 * @param message ends in the app's address, bare or in brackets (spec §9)
 */
export function onlyOurLink(message: string, appUrl: string): string {
  const ours = [appUrl, `(${appUrl})`].find((end) => message.endsWith(` ${end}`)) ?? '';
  const others = message.slice(0, message.length - ours.length).split(' ');
  return others.map((word) => (EMAIL.test(word) ? word : word.replace(IN_A_LINK, '$& '))).join(' ') + ours;
}
