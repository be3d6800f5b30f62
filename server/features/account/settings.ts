import type { Settings } from '#contract/account.ts';
import type { Context } from '../../context.ts';

const SETTINGS = `found_by_name as "foundByName", found_by_phone as "foundByPhone", chat_texts as "chatTexts"`;

/** What a person has set for themself. */
export async function getSettings({ pool }: Context, uid: string): Promise<Settings> {
  const { rows } = await pool.query<Settings>(`select ${SETTINGS} from users where id = $1`, [uid]);
  return rows[0]!;
}

/**
 * Sets what is named and leaves the rest. Who is not to be found any more is out of the search with this statement
 * (0008-account.ts).
 * @returns all settings, as they are now
 */
export async function changeSettings({ pool }: Context, uid: string, change: Partial<Settings>): Promise<Settings> {
  const { rows } = await pool.query<Settings>(
    `update users
     set found_by_name = coalesce($2, found_by_name), found_by_phone = coalesce($3, found_by_phone),
         chat_texts = coalesce($4, chat_texts)
     where id = $1 returning ${SETTINGS}`,
    [uid, change.foundByName, change.foundByPhone, change.chatTexts],
  );
  return rows[0]!;
}
