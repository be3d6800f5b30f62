import type pg from 'pg';
import { isSupportText } from '../support-first.ts';
import type { TextCause } from '../text-columns.ts';
import { isQuietAt, type QuietHours } from './quiet-hours.ts';

/** For whom a text is, as far as its row says. */
export interface AddressedText {
  id: string;
  cause: TextCause;
  recipient: string | null;
  author: string | null;
  /** The mood choice. */
  choice: string | null;
  /** Of a call for support: the phone to which it goes. */
  phone: string | null;
}

/** Finds who gets a text, shortly before it is sent. */
export interface Recipients {
  /** @returns the recipients' uids by the ids of the texts; a text that must not be sent is missing */
  find(texts: readonly AddressedText[]): Promise<Map<string, string>>;
}

/** An account that a text could be for, and what it and the author have decided (docs/decisions/0025-consent.md). */
interface Candidate extends QuietHours {
  text: string;
  cause: TextCause;
  uid: string;
  /** Another account has proven the phone, and this one has not. */
  isOfAnother: boolean;
  isSeparated: boolean;
  isHidden: boolean;
  isMuted: boolean;
  wantsNone: boolean;
  isDeleted: boolean;
  passesQuiet: boolean;
  nowMs: number;
}

/**
 * A call for support is for a phone, so all accounts that are asked and have its number come into question: otherwise an account
 * with a friend's number, which anybody can make, could take the friend's text and drop it. When the author has left, their ask
 * is gone, and the text is for its recipient. Every other text is for its recipient, too.
 */
const CANDIDATES = `
  select x.recipient as uid where x.cause not in ('mood', 'again') or author.id is null
  union all
  select p.id from users p join ask_recipients n on n.ask = m.ask and n.friend = p.id and n.withdrawn_at is null
  where x.cause in ('mood', 'again') and p.phone_key = x.phone and (x.cause = 'mood' or n.answer is null)`;

/**
 * Another account has proven the phone, and decides what reaches it. A call for support it decides only when it is asked itself, or
 * has parted from the author: otherwise anybody who held the phone for a moment could keep all calls from it.
 */
const IS_OF_ANOTHER = `
  r.phone_proven_at is null and exists (
    select from users p where p.phone_key = r.phone_key and p.phone_proven_at is not null and (
      x.cause in ('message', 'connection')
      or exists (select from ask_recipients n where n.ask = m.ask and n.friend = p.id and n.withdrawn_at is null)
      or exists (select from blocks b where (b.owner, b.other) in ((p.id, x.author), (x.author, p.id)))
      or exists (select from past_connections e where e.owner = p.id and e.other = x.author)
    )
  )`;

const FIND = `
  select x.id as text, x.cause, r.id as uid, ${IS_OF_ANOTHER} as "isOfAnother",
    author.id is not null and c.owner is null as "isSeparated", coalesce(c.mood_hidden_since is not null, false) as "isHidden",
    coalesce(c.muted_until > now(), false) as "isMuted",
    r.texts_about = 'none' as "wantsNone",
    x.cause = 'message' and not exists (select from messages n where n.id = x.id and n.deleted_at is null) as "isDeleted",
    r.quiet_from as "quietFrom", r.quiet_to as "quietTo", r.quiet_zone as "quietZone",
    coalesce(m.mood = 'Dark', false) as "passesQuiet",
    1000 * extract(epoch from now())::float8 as "nowMs"
  from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[])
    as x (id, cause, recipient, author, choice, phone)
  left join users author on author.id = x.author
  left join mood_choices m on m.id = x.choice
  cross join lateral (${CANDIDATES}) candidate
  cross join lateral (select * from users where id = candidate.uid offset 0) r
  left join connections c on c.owner = r.id and c.other = x.author
  order by (r.phone_e164 is distinct from r.phone_key), r.created_at, r.id`;

/** Asks the database once for all of these texts. */
export function createRecipients(db: Pick<pg.ClientBase, 'query'>): Recipients {
  return {
    async find(texts) {
      if (texts.length === 0) return new Map();
      const column = (key: keyof AddressedText) => texts.map((text) => text[key]);
      const { rows } = await db.query<Candidate>({
        name: 'find-recipients',
        text: FIND,
        values: [...(['id', 'cause', 'recipient', 'author', 'choice', 'phone'] as const).map(column)],
      });
      const byText = Map.groupBy(rows, ({ text }) => text);
      return new Map([...byText].flatMap(([text, candidates]) => firstWho(candidates).map(({ uid }) => [text, uid])));
    },
  };
}

/** The first account that wants the text. */
function firstWho(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter((each) => !isWithheld(each)).slice(0, 1);
}

/**
 * Counts before a call do not say that somebody else has proven the phone, as with STOP: otherwise everybody could find out which
 * numbers are proven.
 */
function isWithheld(candidate: Candidate): boolean {
  const { cause, isOfAnother, isSeparated, isHidden, isMuted, wantsNone } = candidate;
  const { isDeleted, passesQuiet, nowMs } = candidate;
  if (isOfAnother || isSeparated || isDeleted) return true;
  const isOfHardTime = isSupportText(cause) || cause === 'slip' || cause === 'closing';
  if (isOfHardTime && (isHidden || isMuted || wantsNone)) return true;
  // A call that passed the quiet hours is followed by the text that it was a slip.
  return isQuietAt(candidate, nowMs) && !(passesQuiet && (isSupportText(cause) || cause === 'slip'));
}
