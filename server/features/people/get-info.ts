import { ProductError } from '#contract/errors.ts';
import type { Info } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { VISIBLE_PERSON } from './visible-person.ts';

/**
 * users/{uid}/info (spec §3), for the person themself and their connections.
 * @throws {ProductError} not_found, the same for who is hidden and who does not exist
 */
export async function getInfo({ pool }: Context, asker: string, uid: string): Promise<Info> {
  const { rows } = await pool.query<Info>({ name: 'info', text: INFO, values: [asker, uid] });
  if (!rows[0]) throw new ProductError('not_found');
  return rows[0];
}

/** A named statement: every browser that comes back asks this, and building and planning it takes longer than running it. */
const INFO = `
  select u.id as uid, u.firstname, u.lastname, u.initials, u.phonenumber, u.email, u.mood ${VISIBLE_PERSON}`;
