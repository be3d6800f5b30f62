import { ProductError } from '#contract/errors.ts';
import type { Info } from '#contract/views.ts';
import type { Context } from '../../context.ts';

/**
 * users/{uid}/info (spec §3), for the person themself and their connections.
 * @throws {ProductError} not_found, the same for who is hidden and who does not exist
 */
export async function getInfo({ db }: Context, asker: string, uid: string): Promise<Info> {
  const info = await db
    .selectFrom('users as u')
    .select(['u.id as uid', 'u.firstname', 'u.lastname', 'u.initials', 'u.phonenumber', 'u.email', 'u.mood'])
    .where('u.id', '=', uid)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('u.id', '=', asker),
        exists(
          selectFrom('connections as c')
            .select('c.owner')
            .where('c.owner', '=', asker)
            .whereRef('c.other', '=', 'u.id'),
        ),
      ]),
    )
    .executeTakeFirst();
  if (!info) throw new ProductError('not_found');
  return info;
}
