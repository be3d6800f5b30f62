import type { CountryCode } from 'libphonenumber-js';
import { findWithheld } from '../admission/find-withheld.ts';
import { numberFacts } from '../admission/number-facts.ts';
import type { ClaimedCause, Db } from './claim-causes.ts';
import { readInTurns } from './read-in-turns.ts';

/**
 * The friends with a phone who are asked: connected before the choice, chosen, if the person chose some, and without those
 * from whom the mood is hidden. `chosen_at` is cut to milliseconds. A connection from the
 * future was made before the clock was set back.
 */
const FRIENDS = `
  select m.uid as author, f.id, f.text_number as "phoneNumber", f.phone_proven_at is not null as "isProven"
  from mood_choices m left join asks a on a.id = m.ask
  join connections c on c.owner = m.uid and (a.chosen is null or c.other = any(a.chosen))
  cross join lateral (select * from users where id = c.other offset 0) f
  where m.id = $1 and m.undone_at is null and f.text_number is not null and not c.hides_mood
    and (c.connected_at < m.chosen_at + interval '1 millisecond' or c.connected_at > now())
  order by (f.phone_proven_at is null), f.created_at, f.id`;

/** When the author has left since the claim, their connections are gone, and the list that their leaving stored stands. */
const STORE = `
  update text_causes set ids = coalesce(ids, $4) where priority = $1 and id = $2 and claims = $3 returning ids`;

export interface Friend {
  author: string;
  id: string;
  phoneNumber: string;
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
  country: CountryCode,
): Promise<string[]> {
  const friends = await friendsToText(db, choice, country);
  const stored = await db.query<{ ids: string[] }>({
    name: 'store-recipients',
    text: STORE,
    values: [priority, id, claims, friends.map((friend) => friend.id)],
  });
  return stored.rows[0]?.ids ?? [];
}

/**
 * The friends who are asked by a choice and have a phone. A phone is texted once: for an account that has proven it, or else
 * for the oldest one that has exactly its number, or another way to write it.
 * Otherwise a stranger's account with a few digits more would take the place of a friend's. An account that gets no text
 * now leaves the phone to another one. Only those who have proven the phone decide for it: no unproven account takes their place.
 */
export async function friendsToText(db: Db, choice: string | null, country: CountryCode): Promise<Friend[]> {
  const { rows } = await db.query<Friend>({
    name: 'friends-to-text',
    text: FRIENDS,
    values: [choice],
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
  await readInTurns(inOrder, (friend, isRead) => {
    const phone = isRead ? phoneOf(friend, country) : friend.phoneNumber;
    const known = byPhone.get(phone);
    if (!known || (friend.phoneNumber === phone && known.phoneNumber !== phone && !known.isProven))
      byPhone.set(phone, friend);
  });
  return [...byPhone.values()].filter((friend) => !withheld.has(friend.id));
}

/** A text to a restricted number is held back, so it stands for no phone. */
function phoneOf({ id, phoneNumber }: Friend, country: CountryCode): string {
  const { phone, restriction } = numberFacts(phoneNumber, country);
  return restriction ? id : phone;
}
