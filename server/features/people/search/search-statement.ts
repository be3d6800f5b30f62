import { SEARCH_MAX_RESULTS, SEARCH_MIN_LENGTH } from '#contract/sizes.ts';

const KEY_LENGTH = 32;

/** A person has two whole names at most, so this many keys contain the 50 people whose name begins with a text. */
const BEGINNINGS = 2 * SEARCH_MAX_RESULTS;

const PARTS = [0, 1, 2, 3, 4];

/** Estimates which of two names is rarer: counts at most this many keys in this part of all people. */
const SAMPLE = { part: 1, keys: 1_000 };

/**
 * Reads people in growing parts until there are enough, ordered by uid after those whose name begins with the text: another
 * order could reveal digits. Parameters: the searcher, then fields of `SoughtTexts`. `offset 0` looks people up.
 */
export function searchStatement(hasFullNames: boolean): string {
  return `
  with hidden as materialized (
    select coalesce(array_agg(uid), '{}') as uids from (
      select other from blocks where owner = $1 union all select owner from blocks where other = $1
    ) b (uid)
  ), begun as (
    select k.uid, min(k.key) as key
    from unnest($2::text[]) typed, lateral (select lower(typed) as text offset 0) sought, lateral (
      select uid, key from search_keys k
      where begins and ${isInRange('sought.text')} and uid <> $1 and ${IS_NOT_BLOCKED} and (${fits('sought.text')} or ${beginsName('sought.text')})
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
    exists (select from connections c where c.owner = $1 and c.other = u.id) as connected,
    exists (select from connection_requests r where r.asker = $1 and r.asked = u.id) as asked
  from picked p, lateral (select * from users where id = p.uid offset 0) u
  order by p.is_within, u.firstname, u.lastname, u.id`;
}

/** Before people are counted: a result of fewer than 50 would tell that somebody has blocked the searcher. */
const IS_NOT_BLOCKED = 'k.uid <> all((select uids from hidden)::uuid[])';

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

/** All people found up to a part. A part is read only when the parts before it did not find enough. */
function withPart(part: number, hasFullNames: boolean): string {
  const before = foundUpTo(part - 1);
  const keys = (sought: string, isIt: string) => `
    select k.uid from ${sought} s, lateral (
      select k.uid from search_keys k
      where search_part(k.uid) = ${part} and ${isInRange('s.text')} and k.uid <> $1 and ${IS_NOT_BLOCKED} and ${isIt} offset 0
    ) k where (select count(*) from ${before}) < ${SEARCH_MAX_RESULTS}`;
  return `${foundUpTo(part)} as (
    select uid from ${before} union ${keys('anywhere', `(${fits('s.text')} or ${holds('s.text')})`)}${hasFullNames ? ` union ${keys('in_both', isBeside('s.text', 's.beside'))}` : ''}
  )`;
}

function foundUpTo(part: number): string {
  return part < 0 ? 'begun' : `found_${part}`;
}

/** A key begins with a text. As a range with both ends, because the plan is made before the text is known. */
function isInRange(text: string): string {
  const beginning = `left(${text}, ${KEY_LENGTH})`;
  return `k.key between ${beginning} and ${beginning} || repeat(chr(${0x10ffff}), ${KEY_LENGTH})`;
}

/** The range checks the whole text. A text longer than a key is checked against the person's row. */
function fits(text: string): string {
  return `length(${text}) <= ${KEY_LENGTH}`;
}

function holds(text: string): string {
  return inRow(`
    u.found_in_search and (strpos(first, ${text}) > 0 or strpos(last, ${text}) > 0
      or strpos(lower(u.phonenumber), ${text}) > 0 or strpos(phone_digits(u.phonenumber), ${text}) > 0)`);
}

function beginsName(text: string): string {
  return inRow(`
    u.found_in_search
    and (starts_with(first || chr(10) || last, ${text}) or starts_with(last || chr(10) || first, ${text}))`);
}

/** The other part is in the other name: in the key or, when the key was cut, in the person's row. */
function isBeside(text: string, beside: string): string {
  return `case
      when length(k.key) < ${KEY_LENGTH} then strpos(split_part(k.key, chr(10), 2), ${beside}) > 0
      else ${inRow(`
        u.found_in_search and (strpos(first, ${text}) > 0 and strpos(last, ${beside}) > 0
          or strpos(last, ${text}) > 0 and strpos(first, ${beside}) > 0)`)}
    end`;
}

/** A condition on the row of a key's person. An aggregate, so that PostgreSQL does not join all people. */
function inRow(isSo: string): string {
  return `(
      select bool_or(${isSo})
      from users u, lower(u.firstname) first, lower(u.lastname) last where u.id = k.uid)`;
}
