import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';

/** Those of these people who are the person's friends. @throws {ProductError} invalid, with the message, when none is */
export async function ownFriends(
  db: Pick<pg.ClientBase, 'query'>,
  uid: string,
  chosen: readonly string[],
  message: string,
): Promise<string[]> {
  const { rows } = await db.query<{ other: string }>(
    'select other from connections where owner = $1 and other = any($2::uuid[]) order by other',
    [uid, chosen],
  );
  if (rows.length === 0) throw new ProductError('invalid', message);
  return rows.map(({ other }) => other);
}
