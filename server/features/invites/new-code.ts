import { randomBytes } from 'node:crypto';

/** A new code: 128 random bits, base64url. */
export function newCode(): string {
  return randomBytes(16).toString('base64url');
}
