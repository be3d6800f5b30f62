import type pg from 'pg';
import type { TextCause } from '#server/database/schema.ts';
import { isSupportText } from '../support-first.ts';
import { isQuietAt, type QuietHours } from './quiet-hours.ts';

/** A text to somebody who has an account. */
export interface AddressedText {
  id: string;
  cause: TextCause;
  recipient: string | null;
  author: string | null;
  choice: string | null;
}

/** What the two people of a text have decided (docs/decisions/0025-consent.md). */
interface Consent extends QuietHours {
  id: string;
  cause: TextCause;
  isSeparated: boolean;
  isHidden: boolean;
  isMuted: boolean;
  supportTexts: 'every' | 'calm' | 'none';
  isRepeated: boolean;
  isUnlooked: boolean;
  passesQuiet: boolean;
  nowMs: number;
}

/**
 * Whether the recipient has, or will have, another text about the same hard time: within 12 hours, and since it got worse if
 * this one says so. A text of a choice that a worker has just begun has no row yet: then its cause is there.
 */
const IS_REPEATED = `
  exists (
    select from mood_choices e
    where e.uid = m.uid and e.ask = m.ask and e.undone_at is null and e.chosen_at > now() - interval '12 hours'
      and (e.chosen_at, e.id) <= (m.chosen_at, m.id) and (x.cause <> 'mood' or e.id <> m.id)
      and (k.worse_at is null or e.chosen_at >= k.worse_at or m.chosen_at < k.worse_at)
      and (
        exists (
          select from texts t where t.id between mood_text_id(e.id, '0') and mood_text_id(e.id, 'f')
            and t.recipient = x.recipient and t.id <> x.id and t.status in ('queued', 'sending', 'sent')
        ) or exists (
          select from text_causes w where w.priority = 0 and w.choice = e.id and x.recipient = any(w.ids) and not exists (
            select from texts t where t.id between mood_text_id(e.id, '0') and mood_text_id(e.id, 'f')
              and t.recipient = x.recipient
          )
        )
      )
  )`;

/** Since this text the mood was hidden from the friend, who is asked again by the next call only. */
const IS_WITHDRAWN = `
  x.cause in ('mood', 'again') and coalesce((
    select bool_and(n.withdrawn_at is not null) from ask_recipients n where n.ask = m.ask and n.friend = x.recipient
  ), false)`;

/** An author who has left has no connections; their last calls are sent all the same. */
const FIND = `
  select x.id, x.cause, author.id is not null and c.owner is null as "isSeparated",
    coalesce(c.mood_hidden_since is not null, false) or ${IS_WITHDRAWN} as "isHidden", coalesce(c.muted_until > now(), false) as "isMuted",
    r.support_texts as "supportTexts", r.support_texts = 'calm' and m.id is not null and ${IS_REPEATED} as "isRepeated",
    x.cause = 'message' and r.chat_texts_once and exists (
      select from messages e join messages n on n.id = x.id
      where e.receiver = x.recipient and e.sender = x.author and not e.read and e.seq < n.seq
    ) as "isUnlooked",
    r.quiet_from as "quietFrom", r.quiet_to as "quietTo", r.quiet_zone as "quietZone",
    r.quiet_dark_passes and coalesce(m.mood = 'Dark', false) as "passesQuiet",
    1000 * extract(epoch from now())::float8 as "nowMs"
  from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::uuid[]) as x (id, cause, recipient, author, choice)
  cross join lateral (select * from users where id = x.recipient offset 0) r
  left join users author on author.id = x.author
  left join connections c on c.owner = x.recipient and c.other = x.author
  left join mood_choices m on m.id = x.choice
  left join asks k on k.id = m.ask`;

/** Those of these texts that must not be sent now, because of what the recipient or the author has decided. One statement. */
export async function findWithheld(
  db: Pick<pg.ClientBase, 'query'>,
  texts: readonly AddressedText[],
): Promise<Set<string>> {
  const column = (key: keyof AddressedText) => texts.map((text) => text[key]);
  const { rows } = await db.query<Consent>({
    name: 'withheld-texts',
    text: FIND,
    values: [column('id'), column('cause'), column('recipient'), column('author'), column('choice')],
  });
  return new Set(rows.filter(isWithheld).map(({ id }) => id));
}

function isWithheld(consent: Consent): boolean {
  const { cause, isSeparated, isHidden, isMuted, supportTexts, isRepeated, isUnlooked, passesQuiet, nowMs } = consent;
  if (isSeparated || isUnlooked) return true;
  const isOfHardTime = isSupportText(cause) || cause === 'slip' || cause === 'closing';
  if (isOfHardTime && (isHidden || isMuted || supportTexts === 'none')) return true;
  // Friends who were texted should also learn that it was a slip.
  if (isOfHardTime && cause !== 'slip' && isRepeated) return true;
  return isQuietAt(consent, nowMs) && !(passesQuiet && isSupportText(cause));
}
