import { SEARCH_MAX_RESULTS, SEARCH_MIN_LENGTH } from '#contract/limits.ts';

/** How much of a text the keys hold (0005-search.ts). */
const KEY_LENGTH = 32;

/** No person has more than two whole names, so that this many keys always hold the 50 whose name begins with a text. */
const BEGINNINGS = 2 * SEARCH_MAX_RESULTS;

/** Growing parts of all people, by uid (0012-search-parts.ts). */
const PARTS = [0, 1, 2, 3, 4];

/** Which part of a full name fewer people have is estimated in this part of all people, by this many keys at most. */
const SAMPLE = { part: 1, keys: 1_000 };

/**
 * The statement of a search, for full names too or without them, which takes two thirds of the time. Its parameters are the
 * searcher, and of `SoughtTexts` those at the beginning and those anywhere; with full names also the first parts and the
 * second parts of those in both names.
 *
 * Whose name begins with the text comes first, and of these whoever is called exactly so. Among all others, whom a number
 * may have found, only the uid decides, because anything else would tell of that number: so they are read part after part
 * of all people, each part whole, until there are enough. (`offset 0` makes PostgreSQL look each person up by itself, and
 * read a part by the text, also where it believes that a join with everybody or with a whole part would do.)
 *
 * Of a full name the part that fewer people have is looked up. Behind it the key holds the other name.
 */
export function searchStatement(hasFullNames: boolean): string {
  return `
  with begun as (
    select k.uid, min(k.key) as key
    from unnest($2::text[]) typed, lateral (select lower(typed) as text offset 0) sought, lateral (
      select uid, key from search_keys k
      where begins and ${isInRange('sought.text')} and uid <> $1 and (${fits('sought.text')} or ${beginsName('sought.text')})
      order by key, uid limit ${BEGINNINGS}
    ) k group by k.uid
  ), anywhere as (
    select lower(typed) as text from unnest($3::text[]) typed
  ), ${hasFullNames ? IN_BOTH : ''} ${PARTS.map((part) => withPart(part, hasFullNames)).join(', ')}, picked as (
    select uid, b.uid is null as is_within
    from ${foundUpTo(PARTS.length - 1)} f left join begun b using (uid)
    order by b.key, uid limit ${SEARCH_MAX_RESULTS}
  )
  select u.id as uid, u.firstname, u.lastname, u.initials,
    exists (select from connections c where c.owner = $1 and c.other = u.id) as connected
  from picked p, lateral (select * from users where id = p.uid offset 0) u
  order by p.is_within, u.firstname, u.lastname, u.id`;
}

const IN_BOTH = `
  in_both as (
    select rarer.* from unnest($4::text[], $5::text[]) typed (part, other), lateral (
      select v.* from (values (lower(part), lower(other)), (lower(other), lower(part))) v (text, beside)
      where length(v.text) >= ${SEARCH_MIN_LENGTH}
      order by (
        select count(*) from (
          select from search_keys k where search_part(uid) = ${SAMPLE.part} and ${isInRange('v.text')} limit ${SAMPLE.keys}
        ) sample
      ), length(v.text) desc limit 1
    ) rarer
  ),`;

/** All who are found up to a part. Where there are enough without it, it is not read. */
function withPart(part: number, hasFullNames: boolean): string {
  const before = foundUpTo(part - 1);
  const keys = (sought: string, isIt: string) => `
    select k.uid from ${sought} s, lateral (
      select k.uid from search_keys k
      where search_part(k.uid) = ${part} and ${isInRange('s.text')} and k.uid <> $1 and ${isIt} offset 0
    ) k where (select count(*) from ${before}) < ${SEARCH_MAX_RESULTS}`;
  return `${foundUpTo(part)} as (
    select uid from ${before} union ${keys('anywhere', `(${fits('s.text')} or ${holds('s.text')})`)}${hasFullNames ? ` union ${keys('in_both', isBeside('s.text', 's.beside'))}` : ''}
  )`;
}

function foundUpTo(part: number): string {
  return part < 0 ? 'begun' : `found_${part}`;
}

/** Whether a key begins with a text, with both ends spelled out: the plan is made before the text is known. */
function isInRange(text: string): string {
  const beginning = `left(${text}, ${KEY_LENGTH})`;
  return `k.key between ${beginning} and ${beginning} || repeat(chr(${0x10ffff}), ${KEY_LENGTH})`;
}

/** Of a text longer than a key the range knows the beginning only, and the person's row decides about the rest. */
function fits(text: string): string {
  return `length(${text}) <= ${KEY_LENGTH}`;
}

function holds(text: string): string {
  return inRow(`
    u.found_by_name and (strpos(first, ${text}) > 0 or strpos(last, ${text}) > 0)
    or u.found_by_phone and (strpos(lower(u.phonenumber), ${text}) > 0 or strpos(phone_digits(u.phonenumber), ${text}) > 0)`);
}

function beginsName(text: string): string {
  return inRow(`
    u.found_by_name
    and (starts_with(first || chr(10) || last, ${text}) or starts_with(last || chr(10) || first, ${text}))`);
}

/** Whether the other part is in the other name: in the key, or, where it was cut, in the person's row. */
function isBeside(text: string, beside: string): string {
  return `case
      when length(k.key) < ${KEY_LENGTH} then strpos(split_part(k.key, chr(10), 2), ${beside}) > 0
      else ${inRow(`
        u.found_by_name and (strpos(first, ${text}) > 0 and strpos(last, ${beside}) > 0
          or strpos(last, ${text}) > 0 and strpos(first, ${beside}) > 0)`)}
    end`;
}

/** Whether it is so of the person of a key. An aggregate, which PostgreSQL does not turn into a table of everybody. */
function inRow(isSo: string): string {
  return `(
      select bool_or(${isSo})
      from users u, lower(u.firstname) first, lower(u.lastname) last where u.id = k.uid)`;
}
