import { ProductError } from '#contract/errors.ts';
import type { Info } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { SHOWN_MOOD, SHOWN_PHONE } from '#server/features/circle/index.ts';

/** users/{uid}/info (spec §3). @throws {ProductError} not_found, the same for hidden people and for people who do not exist */
export async function getInfo({ pool }: Context, asker: string, uid: string): Promise<Info> {
  const { rows } = await pool.query<Info>({ name: 'info', text: INFO, values: [asker, uid] });
  if (!rows[0]) throw new ProductError('not_found');
  return rows[0];
}

/** `u` ($2) is the asker ($1) or one of their connections `c`. There is no row for others, as for people who do not exist. */
export const VISIBLE_PERSON = `
  from users u left join connections c on c.owner = $1 and c.other = u.id
  where u.id = $2 and (u.id = $1 or c.owner is not null)`;

/** Named, because every reconnecting browser asks it, and planning takes longer than running. */
const INFO = `
  select u.id as uid, u.firstname, u.lastname, u.initials,
    case when u.id = $1 then u.phonenumber else ${SHOWN_PHONE} end as phonenumber,
    case when u.id = $1 then u.email else '' end as email, ${SHOWN_MOOD} as mood ${VISIBLE_PERSON}`;
