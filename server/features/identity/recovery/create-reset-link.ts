import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { makeLink } from './one-time-links.ts';

/** Makes a link for a new password that works once, for an hour. @returns undefined for an email without an account */
export async function createResetLink(
  pool: Pick<pg.Pool, 'query'>,
  { appUrl, authSecret }: Pick<Config, 'appUrl' | 'authSecret'>,
  email: string,
): Promise<string | undefined> {
  const account = await findAccount(pool, email);
  const token = account && (await makeLink(pool, authSecret, { ...account, purpose: 'password', email: null }));
  return token && resetAddress(appUrl, token);
}

/** The token is a fragment, which browsers send to no server: it is in no log and no Referer header. */
export function resetAddress(appUrl: string, token: string): string {
  return `${appUrl}/new-password#${token}`;
}

interface RecoverableAccount {
  uid: string;
  email: string;
  credentialVersion: string;
  provenPhone: string | null;
}

/** The account with this email, in any case of its letters. */
export async function findAccount(
  pool: Pick<pg.Pool, 'query'>,
  email: string,
): Promise<RecoverableAccount | undefined> {
  const { rows } = await pool.query<RecoverableAccount>({
    name: 'recoverable-account',
    text: `select u.id as uid, u.email, a.generation as "credentialVersion",
             case when u.phone_proven_at is not null then u.phone_key end as "provenPhone"
           from users u join accounts a on a.user_id = u.id and a.provider_id = 'credential' where u.email = $1`,
    values: [email.toLowerCase()],
  });
  return rows[0];
}
