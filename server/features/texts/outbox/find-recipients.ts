import { findWithheld } from '../admission/find-withheld.ts';
import { isTextable } from '../is-textable.ts';
import type { ClaimedCause, Db } from './claim-causes.ts';

/**
 * The friends with a phone that can be texted who are asked: connected before the choice, chosen, if the person chose some, and without those
 * from whom the mood is hidden. `chosen_at` is cut to milliseconds. A connection from the
 * future was made before the clock was set back.
 */
const FRIENDS = `
  select m.uid as author, f.id, f.phone_key as phone, f.phone_proven_at is not null as "isProven"
  from mood_choices m left join asks a on a.id = m.ask
  join connections c on c.owner = m.uid and (a.chosen is null or c.other = any(a.chosen))
  cross join lateral (select * from users where id = c.other offset 0) f
  where m.id = $1 and m.undone_at is null and ${isTextable('f', '$2')} and not c.hides_mood
    and (c.connected_at < m.chosen_at + interval '1 millisecond' or c.connected_at > now())
  order by (f.phone_proven_at is null), f.created_at, f.id`;

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
 * place in it.
 * @returns the recipients; none when another worker has taken the cause over
 */
export async function findRecipients(
  db: Db,
  { priority, id, claims, choice }: ClaimedCause,
  needsProof: boolean,
): Promise<string[]> {
  const friends = await friendsToText(db, choice, needsProof);
  const stored = await db.query<{ ids: string[] }>({
    name: 'store-recipients',
    text: STORE,
    values: [priority, id, claims, friends.map((friend) => friend.id)],
  });
  return stored.rows[0]?.ids ?? [];
}

/**
 * The friends who are asked by a choice and have a phone that can be texted. A phone is texted once: for an account that has
 * proven it, or else for the oldest one. An account that gets no text
 * now leaves the phone to another one. Only those who have proven the phone decide for it: no unproven account takes their place.
 */
export async function friendsToText(db: Db, choice: string | null, needsProof: boolean): Promise<Friend[]> {
  const { rows } = await db.query<Friend>({
    name: 'friends-to-text',
    text: FRIENDS,
    values: [choice, needsProof],
  });
  const withheld = await findWithheld(
    db,
    rows.map((friend) => ({ id: friend.id, cause: 'mood', recipient: friend.id, author: friend.author, choice })),
  );
  const byPhone = new Map<string, Friend>();
  const wanting = rows.filter(({ id }) => !withheld.has(id));
  const refusing = rows.filter(({ id, isProven }) => isProven && withheld.has(id));
  const proven = wanting.filter(({ isProven }) => isProven);
  const inOrder = [...proven, ...refusing, ...wanting.filter(({ isProven }) => !isProven)];
  for (const friend of inOrder) if (!byPhone.has(friend.phone)) byPhone.set(friend.phone, friend);
  return [...byPhone.values()].filter((friend) => !withheld.has(friend.id));
}
