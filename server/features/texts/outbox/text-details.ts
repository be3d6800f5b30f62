import type { Mood } from '#contract/moods.ts';
import { payerOf } from '#server/features/identity/index.ts';
import type { Restriction } from '#server/phone-numbers/texting-restriction.ts';
import type { TextCause } from '../text-columns.ts';
import { WORDING, WORDING_JOINS, type Wording } from '../wording/texts.ts';

/** What has to be known about a text to admit and send it, as it is at this moment. */
export interface TextDetails extends Wording {
  id: string;
  cause: TextCause;
  /** The phone to text: `key` of `readNumber`. Null when its person has none (any more) or turned these texts off. */
  phoneNumber: string | null;
  /** See `OutgoingText`. */
  writtenNumber: string;
  /** The key under which limits count the number. */
  dialled: string;
  restriction: Restriction | null;
  /** The mood choice. */
  choice: string | null;
  /** Uids. */
  recipient: string | null;
  author: string | null;
  /** Whether the ask became worse with this choice. */
  isWorse: boolean;
  /** Since the cause. */
  ageMs: number;
  /** The key of its limits: `payerOf` its author. All deleted accounts share one; '' for another program. */
  payer: string;
  /** The author's mood now; null for a deleted account and for another program. */
  authorMood: Mood | null;
  /** Whether this is the author's first call for support within a day. */
  isFirstCall: boolean;
  /** Whether the author had taken the choice back when the text was claimed. */
  isUndone: boolean;
  /** Whether this friend need not be asked once more: they have answered, somebody else comes, or it is over. */
  isAnswered: boolean;
  /** Whether the author's account is older than a week. */
  isSettled: boolean;
  /** Whether the recipient has proven that the number is theirs. */
  isProven: boolean;
  /** Whether its author's and number's limits have counted it already: then it waited for the day's budget only. */
  isCounted: boolean;
}

/** Selects `TextDetails` of the texts $1 to the accounts $2, which were claimed at the times $3 (milliseconds since 1970). */
export const SELECT_DETAILS = `
  with t as (
    select t.id, t.cause, t.cause_id, t.author, x.recipient, t.phone_key, t.phone_number, t.message, t.counted, t.created_at, t.turn,
      to_timestamp(x.claimed_at / 1000) as claimed_at
    from unnest($1::uuid[], $2::uuid[], $3::float8[]) as x (id, recipient, claimed_at) join texts t on t.id = x.id
  )
    select t.id, t.cause_id as choice, t.recipient, t.author, ${WORDING},
      t.cause = 'mood' and coalesce((
        select a.worse_at = choice.chosen_at from asks a where a.id = choice.ask
      ), false) as "isWorse",
      coalesce(t.phone_key, case when t.cause not in ('message', 'connection') or recipient.texts_about = 'all' then recipient.phone_key end)
        as "phoneNumber",
      coalesce(nullif(t.phone_number, ''), recipient.phone_e164, recipient.phonenumber) as "writtenNumber",
      coalesce(recipient.phone_dialled, t.phone_key, recipient.phone_key) as dialled, recipient.phone_restriction as restriction,
      (extract(epoch from now() - t.created_at) * 1000)::float8 as "ageMs", author.mood as "authorMood",
      case when t.author is null then '' when author.id is null then 'departed' else ${payerOf('author')} end as payer,
      coalesce(author.created_at < now() - interval '7 days', false) as "isSettled", t.counted as "isCounted",
      recipient.phone_proven_at is not null as "isProven", choice.undone_at < t.claimed_at and t.cause = 'mood' as "isUndone",
      t.cause = 'again' and coalesce((
        select a.closed_at is not null or exists (
          select from ask_recipients n where n.ask = a.id and n.withdrawn_at is null
            and (n.friend = t.recipient and n.answer is not null or n.answer in ('yes', 'later') and n.handed_over_at is null)
        ) from asks a where a.id = choice.ask
      ), true) as "isAnswered",
      t.cause in ('mood', 'again') and author.id is not null and not exists (
        select from mood_choices m
        where m.uid = choice.uid and m.mood in ('Purple', 'Dark') and m.undone_at is null
          and m.chosen_at < choice.chosen_at and m.chosen_at > choice.chosen_at - interval '1 day'
      ) as "isFirstCall"
    from t ${WORDING_JOINS}
    order by (t.cause not in ('mood', 'again')), t.turn, t.created_at`;
