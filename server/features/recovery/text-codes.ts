import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';

export type CodePurpose = 'password' | 'proof';

export interface CodeOwner {
  uid: string;
  credentialVersion: string;
  phone: string;
}

type Db = Pick<pg.Pool, 'query'>;

const CODE_SECONDS = 10 * 60;
const MAX_TRIES = 5;

/** Stores a keyed hash of a new code of six digits. @param owner undefined: no code fits, after the same work */
export async function makeCode(
  db: Db,
  secret: string,
  { id, purpose, owner }: { id: string; purpose: CodePurpose; owner: CodeOwner | undefined },
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await db.query({
    name: 'make-code',
    text: `insert into text_codes (id, purpose, uid, generation, phone, code_hash, expires_at)
           values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    values: [
      ...[id, purpose, owner?.uid, owner?.credentialVersion, owner?.phone],
      ...[hashCode(secret, id, code), CODE_SECONDS],
    ],
  });
  return code;
}

/** Counts a try, then compares. @returns undefined for a code that does not work, or after too many tries */
export async function tryCode(
  db: Db,
  secret: string,
  { id, purpose, code }: { id: string; purpose: CodePurpose; code: string },
): Promise<CodeOwner | undefined> {
  const { rows } = await db.query<{ [Field in keyof CodeOwner]: string | null } & { codeHash: string }>({
    name: 'try-code',
    text: `update text_codes set tries = tries + 1
           where id = $1 and purpose = $2 and tries < $3 and expires_at > now()
           returning uid, generation as "credentialVersion", phone, code_hash as "codeHash"`,
    values: [id, purpose, MAX_TRIES],
  });
  const given = Buffer.from(hashCode(secret, id, code.replace(/[\s-]/g, '')));
  const expected = Buffer.from(rows[0]?.codeHash ?? hashCode(secret, id, ''));
  const isRight = given.length === expected.length && timingSafeEqual(given, expected);
  const { uid = null, credentialVersion = null, phone = null } = rows[0] ?? {};
  return isRight && uid && credentialVersion && phone ? { uid, credentialVersion, phone } : undefined;
}

/** Uses a code, inside the transaction of what it is for. @returns whether it still worked */
export async function takeCode(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from text_codes where id = $1 and expires_at > now()', [id]);
  return rowCount === 1;
}

function hashCode(secret: string, id: string, code: string): string {
  return createHmac('sha256', secret).update(`code ${id} ${code}`).digest('base64url');
}
