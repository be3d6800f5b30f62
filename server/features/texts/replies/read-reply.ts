/** `1` for 'I’ll reach out', `2` for 'I can’t right now'. */
const REPLIES = new Map<string, 'yes' | 'no'>([
  ['1', 'yes'],
  ['１', 'yes'],
  ['2', 'no'],
  ['２', 'no'],
]);

/**
 * Reads a text that is a `1` or a `2` alone, with spaces around it and a full stop. Anything else is somebody's own words: a
 * guess at their meaning would answer for them. YES, END and CANCEL belong to the carriers.
 */
export function readReply(message: string): 'yes' | 'no' | undefined {
  const [, digit] = /^\s*([12１２])\s*[.．。]?\s*$/.exec(message) ?? [];
  return digit ? REPLIES.get(digit) : undefined;
}
