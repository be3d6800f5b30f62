import type pg from 'pg';
import { type AddressedText, findWithheld } from './find-withheld.ts';

/** Another account with the number of a text's recipient, for which the text could be. */
interface Candidate {
  id: string;
  text: string;
  cause: 'mood' | 'again';
  author: string;
  choice: string;
  recipient: string;
  isProven: boolean;
}

/** The place of a text in the list of its cause. That of a text which asks once more is in none. */
const placeOf = (id: string) => `('x' || right(${id}::text, 8))::bit(32)::int`;

/**
 * Accounts that the choice asks too, as in find-recipients.ts, and that have no other text of it: when a removal passes a text on
 * that a worker has just claimed, the worker still has its former recipient, and finds the same account again. Where the recipient has proven the
 * number, only others who have proven it: the phone's own person decides.
 */
const FIND = `
  select gen_random_uuid() as id, x.id as text, x.cause, x.author, x.choice, p.id as recipient,
    p.phone_proven_at is not null as "isProven"
  from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::uuid[]) as x (id, cause, recipient, author, choice)
  join mood_choices m on m.id = x.choice and m.undone_at is null
  cross join lateral (select phone_key, phone_proven_at from users where id = x.recipient offset 0) r
  cross join lateral (select * from users where phone_key = r.phone_key and id <> x.recipient offset 0) p
  join ask_recipients n on n.ask = m.ask and n.friend = p.id and n.withdrawn_at is null
  where (r.phone_proven_at is null or p.phone_proven_at is not null)
    and not exists (
      select from texts t where t.id between mood_text_id(m.id, '0') and mood_text_id(m.id, 'f')
        and t.recipient = p.id and t.cause = x.cause and t.id <> x.id
    ) and not exists (
      select from text_causes w cross join unnest(w.ids) with ordinality i (uid, place)
      where w.priority = 0 and w.choice = m.id and i.uid = p.id and i.place <> ${placeOf('x.id')}
    )
    and not (x.cause = 'again' and n.answer is not null)
  order by (p.phone_proven_at is null), (p.phone_e164 is distinct from p.phone_key), p.created_at, p.id`;

/** A text without a row follows from its place in the list of its cause. */
const PASS_ON = `
  with given as materialized (
    select id, choice, recipient, ${placeOf('id')} as place
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as g (id, choice, recipient)
  ), stored as (
    update texts t set recipient = g.recipient from given g where t.id = g.id
  )
  update text_causes w set ids = (
    select array_agg(coalesce(g.recipient, i.uid) order by i.place)
    from unnest(w.ids) with ordinality i (uid, place)
    left join given g on g.choice = w.choice and g.place = i.place
  ) where w.priority = 0 and w.choice = any($2::uuid[]) and w.ids is not null`;

/**
 * Texts for support that their recipients do not want any more: each goes to another account with the same number that the
 * choice asks and that wants it. Otherwise an account with a friend's number, which anybody can make, could take the friend's
 * text and drop it. The link in the text then answers for the other account. Three statements, whatever the number of texts.
 * @returns the new recipients by the ids of the texts
 */
export async function passOnTexts(
  db: Pick<pg.ClientBase, 'query'>,
  texts: readonly AddressedText[],
): Promise<Map<string, string>> {
  if (texts.length === 0) return new Map();
  const column = (key: keyof AddressedText) => texts.map((text) => text[key]);
  const values = [column('id'), column('cause'), column('recipient'), column('author'), column('choice')];
  const { rows } = await db.query<Candidate>({ name: 'others-of-number', text: FIND, values });
  if (rows.length === 0) return new Map();
  const withheld = await findWithheld(db, rows);
  const taken = new Map<string, Candidate>();
  for (const { id } of texts) {
    const candidates = rows.filter(({ text }) => text === id);
    const isAnyProven = candidates.some(({ isProven }) => isProven);
    const next = candidates.find((each) => each.isProven === isAnyProven && !withheld.has(each.id));
    if (next) taken.set(id, next);
  }
  if (taken.size === 0) return new Map();
  const given = [...taken.values()];
  await db.query({
    name: 'pass-on-texts',
    text: PASS_ON,
    values: [given.map(({ text }) => text), given.map(({ choice }) => choice), given.map(({ recipient }) => recipient)],
  });
  return new Map(given.map(({ text, recipient }) => [text, recipient]));
}
