import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts the words of a person's part for the database, with a key that is made of the installation's secret. They cannot be
 * read as another person's, or as another part.
 */
export function seal(secret: string, owner: string, part: string, words: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(secret), nonce).setAAD(Buffer.from(`${owner} ${part}`));
  const sealed = Buffer.concat([cipher.update(words, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @returns null for words that were encrypted with another secret, or for another person or part */
export function unseal(secret: string, owner: string, part: string, sealed: Buffer): string | null {
  const [nonce, rest] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES)];
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOf(secret), nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(`${owner} ${part}`))
      .setAuthTag(rest.subarray(0, TAG_BYTES));
    return decipher.update(rest.subarray(TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'moodring plan', KEY_BYTES));
}
