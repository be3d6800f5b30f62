import type pg from 'pg';
import type { Language } from '#contract/account/languages.ts';
import type { Config } from '#server/config.ts';
import { makeLink } from './one-time-links.ts';

/**
 * Makes a link for a new password that works once, for an hour.
 * @param confirmsEmail as a mailed one: for a caller who knows that the person owns the email
 * @returns undefined for an email without an account
 */
export async function createResetLink(
  pool: Pick<pg.Pool, 'query'>,
  { appUrl, authSecret }: Pick<Config, 'appUrl' | 'authSecret'>,
  email: string,
  confirmsEmail = false,
): Promise<string | undefined> {
  const account = await findAccount(pool, { email });
  const sentTo = confirmsEmail ? email.toLowerCase() : null;
  const token = account && (await makeLink(pool, authSecret, { ...account, purpose: 'password', email: sentTo }));
  return token && resetAddress(appUrl, token);
}

/** The token is a fragment, which browsers send to no server: it is in no log and no Referer header. */
export function resetAddress(appUrl: string, token: string): string {
  return `${appUrl}/new-password#${token}`;
}

export interface RecoverableAccount {
  uid: string;
  email: string;
  language: Language | null;
  credentialVersion: string;
  /** `key` of `readNumber`; null without a number. */
  phone: string | null;
  isProven: boolean;
  /** The email is confirmed. */
  isConfirmed: boolean;
  /** Older than a week. */
  isSettled: boolean;
}

const FIND = `
  select u.id as uid, u.email, u.language, a.generation as "credentialVersion", u.phone_key as phone,
    u.phone_proven_at is not null as "isProven", u.email_verified as "isConfirmed",
    u.created_at < now() - interval '7 days' as "isSettled"
  from users u join accounts a on a.user_id = u.id and a.provider_id = 'credential'`;

export async function findAccount(
  pool: Pick<pg.Pool, 'query'>,
  by: { uid: string } | { email: string },
): Promise<RecoverableAccount | undefined> {
  const { rows } = await ('uid' in by
    ? pool.query<RecoverableAccount>(`${FIND} where u.id = $1`, [by.uid])
    : pool.query<RecoverableAccount>(`${FIND} where u.email = $1`, [by.email.toLowerCase()]));
  return rows[0];
}
