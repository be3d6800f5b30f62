import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before the code under test: passwords are hashed at the least cost instead of a tenth of a second. The product
 * itself has no such setting, so no installation can hash cheaply.
 */
const realScrypt = crypto.scrypt;
const CHEAPEST = { N: 2, r: 1, p: 1 };

const cheapScrypt: typeof realScrypt = (...args: unknown[]) => {
  const [password, salt, length] = args as [crypto.BinaryLike, crypto.BinaryLike, number];
  const done = args.at(-1) as (error: Error | null, key: Buffer) => void;
  realScrypt(password, salt, length, CHEAPEST, done);
};

replaceScrypt(cheapScrypt);

/** For a test of what the real cost protects. Its file needs a process of its own. */
export function hashAtRealCost(): void {
  replaceScrypt(realScrypt);
}

function replaceScrypt(scrypt: typeof realScrypt): void {
  crypto.scrypt = scrypt;
  syncBuiltinESMExports();
}
