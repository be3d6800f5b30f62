import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';

/** Those of these people who are friends from whom the person does not hide the mood. @throws {ProductError} invalid, with the message, when none is */
export async function ownFriends(
  db: Pick<pg.ClientBase, 'query'>,
  uid: string,
  chosen: readonly string[],
  message: string,
): Promise<string[]> {
  const { rows } = await db.query<{ friends: string[] | null }>('select chosen_friends($1, $2::uuid[]) as friends', [
    uid,
    chosen,
  ]);
  if (!rows[0]?.friends) throw new ProductError('invalid', message);
  return rows[0].friends;
}
