import { SEARCH_MAX_RESULTS } from '#contract/limits.ts';

/** How much of a text the keys hold (0005-search.ts). */
const KEY_LENGTH = 32;

/**
 * The statement of a search: ranges of `search_keys`, each ended after as many keys, and the best 50 of the people whose
 * keys they are. Its parameters are the searcher, the text, and the text's digits, or null where those are not looked for.
 * `looked` tells how many keys there were in all. (`offset 0` makes PostgreSQL look each person up by itself, also where it
 * believes that a join with everybody would do.)
 */
export function searchStatement(keys: number): string {
  const range = (place: number, kind: 'begins' | 'not begins', text: string) => `(
    select uid, key, ${place} as place from search_keys k
    where ${kind} and key ${within(text)} and uid <> $1 and ${WHOLE_MATCHES}
    order by key limit ${keys}
  )`;
  return `
    with found as (
      ${range(1, 'begins', '$2')} union all
      ${range(2, 'not begins', '$2')} union all
      ${range(2, 'begins', '$3')} union all
      ${range(2, 'not begins', '$3')}
    ), picked as (
      select uid, min(place) as place from found group by uid order by min(place), min(key), uid limit ${SEARCH_MAX_RESULTS}
    )
    select u.id as uid, u.firstname, u.lastname, u.initials,
      exists (select from connections c where c.owner = $1 and c.other = u.id) as connected,
      (select count(*) from found) as looked
    from picked p, lateral (select * from users where id = p.uid offset 0) u
    order by p.place, u.firstname, u.lastname, u.id`;
}

/** All that begins with a text, with both ends spelled out: the plan is made before the text is known. */
function within(text: string): string {
  const beginning = `left(lower(${text}), ${KEY_LENGTH})`;
  return `between ${beginning} and ${beginning} || repeat(chr(${0x10ffff}), ${KEY_LENGTH})`;
}

/** Of a text longer than a key the range knows the beginning only, and the person's row decides about the rest. */
const WHOLE_MATCHES = `(length(lower($2)) <= ${KEY_LENGTH} or (
      select bool_or(strpos(whole, lower($2)) > 0 or strpos(whole, $3) > 0)
      from users u, unnest(array[lower(u.firstname), lower(u.lastname), lower(u.phonenumber), u.phone_e164]) whole
      where u.id = k.uid
    ))`;
