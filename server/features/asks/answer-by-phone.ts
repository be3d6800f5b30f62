import type { Language } from '#contract/account/languages.ts';
import { ProductError } from '#contract/errors.ts';
import type { Words } from '#languages';
import type { Context } from '#server/context.ts';
import { lastWords, type PressedKey, sanitizeName, type TextedAnswer } from '#server/features/texts/index.ts';
import { wordsOf } from '#server/languages.ts';
import { answerAsk } from './answer-ask.ts';

interface Found {
  ask: string;
  friend: string;
  firstname: string;
  hasAnsweredSince: boolean;
}

/**
 * The open ask whose text went to this phone last. Accounts are free, so only those that may be asked count, and one that
 * has proven the phone comes first. A gateway brings some texts hours later ($2), and the clocks may differ by five minutes.
 */
const FIND = `
  with people as (
    select id, phone_proven_at is null as is_unproven, created_at from users f
    where phone_key = $1 and exists (
      select from ask_recipients n join asks o on o.id = n.ask and o.closed_at is null where n.friend = f.id
    )
    order by is_unproven, created_at, id limit 200
  )
  select mine.id as ask, p.id as friend, coalesce(nullif(u.firstname, ''), u.name) as firstname,
    coalesce(mine.answered_at > $2, false) as "hasAnsweredSince"
  from people p
  join ask_recipients mine on mine.friend = p.id and mine.withdrawn_at is null
  join asks a on a.id = mine.ask
  join users u on u.id = a.uid
  cross join lateral (
    select max(t.created_at) as at from mood_choices m join texts t on t.cause_id = m.id and t.recipient = p.id
      and t.cause in ('mood', 'again') and t.attempts > 0 and t.status not in ('cancelled', 'recorded')
    where m.uid = a.uid and m.chosen_at >= a.asked_at and m.ask = a.id
  ) texted
  where a.opens_at <= now() and not is_closed(a) and texted.at > now() - interval '72 hours' and not exists (
      select from ask_recipients former
      where former.ask = a.id and former.friend = p.id and former.withdrawn_at >= texted.at
    )
    and texted.at <= coalesce($2::timestamptz, now()) + interval '5 minutes'
  order by p.is_unproven, texted.at desc, p.created_at, p.id
  limit 1`;

/** Answers the newest open ask that was texted to that phone within 72 hours. @returns the words to text back; null for a copy of a text */
export async function answerByText(
  context: Context,
  t: Words,
  { phone, answer, at }: TextedAnswer,
): Promise<string | null> {
  const values = [phone, at ?? null];
  const { rows } = await context.pool.query<Found>({ name: 'texted-ask', text: FIND, values });
  if (!rows[0]) return t.nothingToAnswer;
  return rows[0].hasAnsweredSince ? null : answerAndSay(context, t, rows[0], answer);
}

const FIND_CALLED = `
  select coalesce(nullif(u.firstname, ''), u.name) as firstname, f.language
  from ask_recipients n join asks a on a.id = n.ask join users u on u.id = a.uid join users f on f.id = n.friend
  where n.id = $1 and n.friend = $2`;

/** Takes a key that was pressed in a phone call. @returns TwiML with the words that Twilio says next @throws {ProductError} not_found */
export async function answerByCall(context: Context, { ask, friend, isYes }: PressedKey): Promise<string> {
  const values = [ask, friend];
  const { rows } = await context.pool.query<{ firstname: string; language: Language | null }>(FIND_CALLED, values);
  if (!rows[0]) throw new ProductError('not_found');
  const t = wordsOf(rows[0].language);
  if (!isYes) return lastWords(t, t.answerInMoodring);
  return lastWords(t, await answerAndSay(context, t, { ask, friend, firstname: rows[0].firstname }, 'yes'));
}

/** @returns the words for the friend */
async function answerAndSay(
  context: Context,
  t: Words,
  { ask, friend, firstname }: Omit<Found, 'hasAnsweredSince'>,
  answer: 'yes' | 'no',
): Promise<string> {
  try {
    await answerAsk(context, friend, ask, { answer }, 'text');
  } catch (error) {
    if (error instanceof ProductError && ['not_found', 'ask_closed'].includes(error.code)) return t.nothingToAnswer;
    throw error;
  }
  if (answer === 'no') return t.friendWontSeeThis;
  const name = sanitizeName(firstname);
  return t.canSeeThatYouWillReachOut({ who: name ? 'named' : 'other', name });
}
