import { createHash } from 'node:crypto';

/** Stands for the account of an email, whether there is one or not: of one length, and not to be read. */
export function accountKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22);
}
