import { findWithheld } from '../admission/find-withheld.ts';
import { isTextable } from '../is-textable.ts';
import type { ClaimedCause, Db } from './claim-causes.ts';

/** The friends who are asked (sync_recipients) and have a phone that can be texted. */
const FRIENDS = `
  select m.uid as author, f.id, f.phone_key as phone, f.phone_proven_at is not null as "isProven"
  from mood_choices m join ask_recipients n on n.ask = m.ask and n.withdrawn_at is null
  cross join lateral (select * from users where id = n.friend offset 0) f
  where m.id = $1 and m.undone_at is null and ${isTextable('f', '$2')}
  order by (f.phone_proven_at is null), (f.phone_e164 is distinct from f.phone_key), f.created_at, f.id`;

const SYNC = 'select sync_recipients(ask) from mood_choices where id = $1';

/** When the author has left since the claim, their connections are gone, and the list that their leaving stored stands. */
const STORE = `
  update text_causes set ids = coalesce(ids, $4) where priority = $1 and id = $2 and claims = $3 returning ids`;

interface Friend {
  author: string;
  id: string;
  phone: string;
  isProven: boolean;
}

/**
 * Works out who is texted for a call for support (spec §9), and stores the list with the cause: a text's id follows from its
 * place in it. A phone is texted once: for an account that has proven it, or else for the oldest one that has
 * exactly its number, or another way to write it. An account that gets no text
 * now leaves the phone to another one. Only those who have proven the phone decide for it: no unproven account takes their place.
 * @returns the recipients; none when another worker has taken the cause over
 */
export async function findRecipients(
  db: Db,
  { priority, id, claims, choice }: ClaimedCause,
  needsProof: boolean,
): Promise<string[]> {
  await db.query({ name: 'sync-recipients', text: SYNC, values: [choice] });
  const { rows } = await db.query<Friend>({ name: 'friends-to-text', text: FRIENDS, values: [choice, needsProof] });
  const withheld = await findWithheld(
    db,
    rows.map((friend) => ({ id: friend.id, cause: 'mood', recipient: friend.id, author: friend.author, choice })),
  );
  const wanting = rows.filter((friend) => !withheld.has(friend.id));
  const refusing = rows.filter((friend) => friend.isProven && withheld.has(friend.id));
  const [proven, unproven] = [true, false].map((isProven) => wanting.filter((friend) => friend.isProven === isProven));
  const byPhone = new Map<string, Friend>();
  for (const friend of [...proven!, ...refusing, ...unproven!])
    if (!byPhone.has(friend.phone)) byPhone.set(friend.phone, friend);
  const texted = [...byPhone.values()].filter((friend) => !withheld.has(friend.id));
  const stored = await db.query<{ ids: string[] }>({
    name: 'store-recipients',
    text: STORE,
    values: [priority, id, claims, texted.map((friend) => friend.id)],
  });
  return stored.rows[0]?.ids ?? [];
}
