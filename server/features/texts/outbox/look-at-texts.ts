import type pg from 'pg';
import { payerOf } from '#server/features/identity/index.ts';
import { IS_STOPPED } from '../stops/text-stops.ts';
import type { TextReason } from '../text-columns.ts';
import { WORDING, type Wording } from '../wording/texts.ts';

export interface LookedText extends Wording {
  id: string;
  /** Null when its person has no number, or turned these texts off. */
  phoneNumber: string | null;
  writtenNumber: string;
  dialled: string;
  recipient: string | null;
  author: string | null;
  isWorse: boolean;
  /** `payerOf` its author; of a deleted account as it was when the call was made; '' for another program. */
  payer: string;
  /** Of a day. The first worsening is one, too. */
  isFirstCall: boolean;
  /** Why it must not be sent; null when it may, as far as the limits allow. */
  decided: TextReason | null;
  isSettled: boolean;
  isProven: boolean;
  /** The limits of its author and number have counted it: it waited for the day's budget. */
  isCounted: boolean;
}

/**
 * For a call these are all accounts that are asked and have its number: otherwise anybody could make an account with a
 * friend's number, and drop the friend's text. When the author has left, it is the recipient.
 */
const CANDIDATES = `
  select t.recipient as uid where t.cause not in ('mood', 'again') or author.id is null
  union all
  select p.id from users p join ask_recipients n on n.ask = choice.ask and n.friend = p.id and n.withdrawn_at is null
  where t.cause in ('mood', 'again') and p.phone_key = t.phone_key and (t.cause = 'mood' or n.answer is null)`;

/**
 * Another account has proven the phone, and decides what reaches it. It decides about check-ins and calls only when it
 * proved the phone before the recipient's account was made: otherwise anybody who held the phone for a moment could keep
 * them from it. About a call it must be asked itself, too, or have removed or blocked the author.
 */
const IS_OF_ANOTHER = `
  recipient.phone_proven_at is null and exists (
    select from users p where p.phone_key = recipient.phone_key and p.phone_proven_at is not null and (
      t.cause in ('message', 'connection')
      or p.phone_proven_at < recipient.created_at and (
        t.cause in ('missed', 'checked-in')
        or exists (select from ask_recipients n where n.ask = choice.ask and n.friend = p.id and n.withdrawn_at is null)
        or exists (select from past_connections e where e.owner = p.id and e.other = t.author and e.ended_by_owner)
        or exists (select from blocks b where b.owner = p.id and b.other = t.author)
      )
    )
  )`;

const PHONE = `
  coalesce(t.phone_key, case when t.cause not in ('message', 'connection') or recipient.texts_about = 'all' then recipient.phone_key end)`;

/**
 * Counts before a call leave out `IS_OF_ANOTHER` and a STOP: they would tell what somebody else did with the phone. A call
 * that passed the quiet hours is followed by the text that it was a slip.
 */
const IS_WANTED = `
  recipient.id is not null and candidate.uid is not null and not (${IS_OF_ANOTHER})
  and (author.id is null or c.owner is not null or t.cause = 'check-in')
  and (t.cause not in ('mood', 'again', 'slip', 'closing')
    or c.mood_hidden_since is null and not is_muted(c) and recipient.texts_about <> 'none')
  and (t.cause not in ('check-in', 'missed', 'checked-in') or recipient.texts_about <> 'none')
  and (t.cause <> 'missed' or exists (
    select from check_in_friends f where f.uid = t.author and f.friend = recipient.id and f.agreed_at is not null))
  and (t.cause <> 'message' or exists (select from messages n where n.id = t.id and n.deleted_at is null))
  and (
    t.cause in ('check-in', 'missed', 'checked-in')
    or t.cause in ('mood', 'again', 'slip') and coalesce(choice.mood = 'Dark', false) or not recipient.is_quiet
  )`;

/** Who has proven a typed number decides what others text there, as for the texts of messages. */
const IS_REFUSED_FORM = `
  t.cause = 'form' and exists (
    select from users p where p.phone_key = t.phone_key and p.phone_proven_at is not null and p.id <> t.author and (
      p.texts_about <> 'all' or is_quiet(p, now()) or exists (select from blocks b where b.owner = p.id and b.other = t.author)
    )
  )`;

const FACTS = `
  t.id, t.author, ${WORDING}, ${PHONE} as "phoneNumber",
  coalesce(nullif(t.phone_number, ''), recipient.phone_e164, recipient.phonenumber) as "writtenNumber",
  coalesce(recipient.phone_dialled, t.phone_key, recipient.phone_key) as dialled, recipient.id as recipient,
  t.cause = 'mood' and coalesce(a.worse_at = choice.chosen_at, false) as "isWorse",
  case when t.author is null then '' when author.id is null then coalesce(t.payer, 'departed') else ${payerOf('author')} end as payer,
  coalesce(author.created_at < now() - interval '7 days', false) as "isSettled", t.counted as "isCounted",
  recipient.phone_proven_at is not null as "isProven",
  case
    when recipient.phone_restriction is not null then recipient.phone_restriction
    when t.cause = 'again' and (a.id is null or a.closed_at is not null or exists (
      select from ask_recipients n where n.ask = a.id and n.withdrawn_at is null having
        bool_or(n.friend = recipient.id and n.answer is not null)
        or count(*) filter (where n.answer in ('yes', 'later') and n.handed_over_at is null) >= a.helpers_wanted
    )) then 'answered'
    when t.cause = 'mood' and choice.undone_at < to_timestamp($2::float8 / 1000) then 'undone'
    when exists (select from text_stops where phone = ${PHONE} and ${IS_STOPPED}) then 'stopped'
    when t.cause in ('mood', 'again') and is_stale_call(author.*, t.created_at)
      or t.cause in ('slip', 'closing') and author.mood in ('Purple', 'Dark') then 'outdated'
    when t.cause = 'check-in' and planned.ends_at is null or t.cause = 'missed' and not is_missed(planned)
      or t.cause = 'checked-in' and (is_missed(planned) or not exists (
        select from texts m where m.cause_id = t.cause_id and m.cause = 'missed' and m.recipient = t.recipient
          and m.created_at >= planned.missed_at and (m.status = 'sent' or m.status = 'sending' and m.id <> all($1))
      )) then 'outdated'
    when $3 and t.cause <> 'form' and recipient.phone_proven_at is null then 'unproven'
    when t.recipient is not null and not (${IS_WANTED}) or ${IS_REFUSED_FORM} then 'unwanted'
  end as decided,
  t.cause in ('mood', 'again') and author.id is not null and not exists (
    select from mood_choices m
    where m.uid = choice.uid and m.mood in ('Purple', 'Dark')
      and (m.undone_at is null or exists (select from texts s where s.cause_id = m.id and s.status in ('sent', 'sending')))
      and m.chosen_at < choice.chosen_at and m.chosen_at > choice.chosen_at - interval '1 day'
      and (m.mood = 'Dark' or a.worse_at is distinct from choice.chosen_at)
  ) as "isFirstCall"`;

/**
 * Of the texts $1, claimed at $2 and not sent yet: a row for each account that it could be for, or one without. First comes
 * who has proven the phone, then the older connection: accounts are free. $3: only to proven phones.
 */
const LOOK = `
  select ${FACTS}
  from unnest($1::uuid[]) as claimed (id) join texts t on t.id = claimed.id
  left join users author on author.id = t.author
  left join departures departed on departed.uid = t.author
  left join mood_choices choice on choice.id = t.cause_id
  left join asks a on a.id = choice.ask
  left join check_ins planned on planned.uid = t.author and t.cause in ('check-in', 'missed', 'checked-in')
  left join lateral (${CANDIDATES}) candidate on true
  left join lateral (
    select u.*, is_quiet(u, now()) from users u where id = coalesce(candidate.uid, t.recipient) offset 0
  ) recipient on true
  left join connections c on c.owner = recipient.id and c.other = t.author
  order by (t.cause not in ('mood', 'again')), t.turn, t.created_at, t.id,
    (recipient.phone_proven_at is null), (recipient.phone_e164 is distinct from recipient.phone_key),
    c.connected_at, recipient.created_at, recipient.id`;

/**
 * Reads texts shortly before they are sent, each for the first account that may get it.
 * @param claimedAt the database's time, in milliseconds since 1970
 */
export async function lookAtTexts(
  db: Pick<pg.ClientBase, 'query'>,
  ids: readonly string[],
  claimedAt: number,
  needsProof: boolean,
): Promise<LookedText[]> {
  if (ids.length === 0) return [];
  const values = [ids, claimedAt, needsProof];
  const { rows } = await db.query<LookedText>({ name: 'look-at-texts', text: LOOK, values });
  return [...Map.groupBy(rows, ({ id }) => id).values()].map(
    (ofText) => ofText.find(({ decided }) => decided === null) ?? ofText[0]!,
  );
}
