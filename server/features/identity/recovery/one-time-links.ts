import { createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Language } from '#contract/account/languages.ts';

export type LinkPurpose = 'password' | 'email';

export interface FoundLink {
  uid: string;
  credentialVersion: string;
  /** The address that it was sent to; null for a link from the operator that confirms none. */
  email: string | null;
  accountEmail: string;
  language: Language | null;
}

type Db = Pick<pg.Pool, 'query'>;

const LINK_SECONDS = 60 * 60;

interface NewLink {
  purpose: LinkPurpose;
  uid: string;
  credentialVersion: string;
  email: string | null;
}

/** Makes a link that works once, for an hour. @returns the token; undefined when the credential version is another by now */
export async function makeLink(db: Db, secret: string, link: NewLink): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const { rowCount } = await db.query({
    name: 'make-link',
    text: `insert into one_time_links (token_hash, purpose, uid, generation, email, expires_at)
           select $1, $2, user_id, generation, $5, now() + make_interval(secs => $6)
           from accounts where user_id = $3 and generation = $4 and provider_id = 'credential'`,
    values: [hashToken(secret, token), link.purpose, link.uid, link.credentialVersion, link.email, LINK_SECONDS],
  });
  return rowCount ? token : undefined;
}

/** Finds a link that works now, without using it. Others are not found, nor is one for a password that went to an earlier email. */
export async function findLink(
  db: Db,
  secret: string,
  purpose: LinkPurpose,
  token: string,
): Promise<FoundLink | undefined> {
  const { rows } = await db.query<FoundLink>({
    name: 'find-link',
    text: `select l.uid, l.generation as "credentialVersion", l.email, u.email as "accountEmail", u.language
           from one_time_links l join accounts a on a.user_id = l.uid and a.generation = l.generation
           join users u on u.id = l.uid
           where l.token_hash = $1 and l.purpose = $2 and l.expires_at > now()
             and (l.purpose <> 'password' or l.email is null or l.email = u.email)`,
    values: [hashToken(secret, token), purpose],
  });
  return rows[0];
}

/** Uses a link, inside the transaction of what it is for. @returns whether it still worked */
export async function takeLink(db: Db, secret: string, purpose: LinkPurpose, token: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from one_time_links where token_hash = $1 and purpose = $2 and expires_at > now()',
    [hashToken(secret, token), purpose],
  );
  return rowCount === 1;
}

function hashToken(secret: string, token: string): string {
  return createHmac('sha256', secret).update(`link ${token}`).digest('base64url');
}
