import { createCipheriv, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** What the Firebase console shows as 'password hash parameters'. */
export interface FirebaseHashing {
  signerKey: Buffer;
  saltSeparator: Buffer;
  rounds: number;
  memoryCost: number;
}

/** How a stored password begins that was imported. */
export const IMPORTED = 'firebase-scrypt$';
const KEY_BYTES = 32;
const NO_IV = Buffer.alloc(16);

type Scrypt = (password: string, salt: Buffer, bytes: number, cost: ScryptOptions) => Promise<Buffer>;

/**
 * An imported password, to be stored like ours. Firebase encrypts the project's signer key with a key made of the password.
 * What it was combined with is stored instead, so a check needs no secret of the project.
 * @param hash and `salt` in base64, as `auth:export` has them
 * @returns undefined when the hash is not of this project
 */
export function importedPassword(
  { signerKey, saltSeparator, rounds, memoryCost }: FirebaseHashing,
  hash: string,
  salt: string,
): string | undefined {
  const encrypted = Buffer.from(hash, 'base64');
  if (encrypted.length === 0 || encrypted.length !== signerKey.length) return;
  const stream = encrypted.map((byte, n) => byte ^ signerKey[n]!);
  const wholeSalt = Buffer.concat([Buffer.from(salt, 'base64'), saltSeparator]);
  const parts = [memoryCost, rounds, wholeSalt.toString('base64'), Buffer.from(stream).toString('base64')];
  return IMPORTED + parts.join('$');
}

export const isImportedPassword = (stored: string) => stored.startsWith(IMPORTED);

/** @param stored by `importedPassword` */
export async function isRightImportedPassword(stored: string, password: string): Promise<boolean> {
  const [, memoryCost, rounds, salt = '', stream = ''] = stored.split('$');
  const [N, r, expected] = [2 ** Number(memoryCost), Number(rounds), Buffer.from(stream, 'base64')];
  const cost = { N, r, maxmem: 256 * N * r };
  const key = await (promisify(scrypt) as Scrypt)(password, Buffer.from(salt, 'base64'), KEY_BYTES, cost);
  const found = createCipheriv('aes-256-ctr', key, NO_IV).update(Buffer.alloc(expected.length));
  return timingSafeEqual(found, expected);
}
