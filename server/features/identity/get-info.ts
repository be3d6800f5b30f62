import { ProductError } from '#contract/errors.ts';
import type { Info } from '#contract/views.ts';
import type { Context } from '../../context.ts';
import { visiblePerson } from './visible-person.ts';

/**
 * users/{uid}/info (spec §3), for the person themself and their connections.
 * @throws {ProductError} not_found, the same for who is hidden and who does not exist
 */
export async function getInfo({ db }: Context, asker: string, uid: string): Promise<Info> {
  const info = await visiblePerson(db, asker, uid)
    .select(['u.id as uid', 'u.firstname', 'u.lastname', 'u.initials', 'u.phonenumber', 'u.email', 'u.mood'])
    .executeTakeFirst();
  if (!info) throw new ProductError('not_found');
  return info;
}
