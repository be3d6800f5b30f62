import { createHash } from 'node:crypto';

/** The uid of an imported person: always the same, so that a second import finds them. @param localId of Firebase */
export const personId = (localId: string) => idOf(`firebase user ${localId}`);

/** @param key of the message in the Realtime Database */
export const messageId = (key: string) => idOf(`firebase message ${key}`);

/** A UUID of version 8. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/** The time in the key that a push makes, in milliseconds since 1970; undefined for another key. */
export function timeOfPushId(key: string): number | undefined {
  if (!/^[-\w]{20}$/.test(key)) return;
  return Array.from(key.slice(0, 8)).reduce((time, letter) => time * 64 + ALPHABET.indexOf(letter), 0);
}
