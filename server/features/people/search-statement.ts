import { SEARCH_MAX_RESULTS } from '#contract/limits.ts';

/** How much of a text the keys hold (0005-search.ts). */
const KEY_LENGTH = 32;

/** No person has more than two whole names, so that this many keys always hold the 50 whose name begins with a text. */
const BEGINNINGS = 2 * SEARCH_MAX_RESULTS;

/** Growing parts of all people, by uid (0012-search-parts.ts). */
const PARTS = [0, 1, 2, 3, 4];

/**
 * The statement of a search. Its parameters are the searcher, the text, and the text's digits, or null where those are
 * not looked for.
 *
 * Whose name begins with the text comes first, and of these whoever is called exactly so. Among all others, whom a number
 * may have found, only the uid decides, because anything else would tell of that number: so they are read part after part
 * of all people, each part whole, until there are enough. (`offset 0` makes PostgreSQL look each person up by itself,
 * also where it believes that a join with everybody would do.)
 */
export const SEARCH = `
  with begun as (
    select uid, min(key) as key
    from (
      select uid, key from search_keys k where begins and ${holds('$2')} order by key, uid limit ${BEGINNINGS}
    ) k group by uid
  ), ${PARTS.map(withPart).join(', ')}, picked as (
    select uid, b.uid is null as is_within
    from ${foundUpTo(PARTS.length - 1)} f left join begun b using (uid)
    order by b.key, uid limit ${SEARCH_MAX_RESULTS}
  )
  select u.id as uid, u.firstname, u.lastname, u.initials,
    exists (select from connections c where c.owner = $1 and c.other = u.id) as connected
  from picked p, lateral (select * from users where id = p.uid offset 0) u
  order by p.is_within, u.firstname, u.lastname, u.id`;

/** All who are found up to a part. Where there are enough without it, it is not read. */
function withPart(part: number): string {
  const before = foundUpTo(part - 1);
  const keys = (text: string) => `
    select uid from search_keys k
    where search_part(uid) = ${part} and ${holds(text)} and (select count(*) from ${before}) < ${SEARCH_MAX_RESULTS}`;
  return `${foundUpTo(part)} as (select uid from ${before} union ${keys('$2')} union ${keys('$3')}\n  )`;
}

function foundUpTo(part: number): string {
  return part < 0 ? 'begun' : `found_${part}`;
}

/**
 * Whether a key of somebody else begins with a text, with both ends spelled out: the plan is made before the text is
 * known. Of a text longer than a key the range knows the beginning only, and the person's row decides about the rest.
 */
function holds(text: string): string {
  const beginning = `left(lower(${text}), ${KEY_LENGTH})`;
  return `key between ${beginning} and ${beginning} || repeat(chr(${0x10ffff}), ${KEY_LENGTH}) and uid <> $1
      and (length(lower($2)) <= ${KEY_LENGTH} or (
        select bool_or(strpos(whole, lower($2)) > 0 or strpos(whole, $3) > 0)
        from users u, unnest(array[lower(u.firstname), lower(u.lastname), lower(u.phonenumber), u.phone_e164]) whole
        where u.id = k.uid
      ))`;
}
