import { noMoodData, ProductError } from '#contract/errors.ts';
import { asksForSupport, type Mood } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { moodText, splitAtName } from '#server/features/texts/index.ts';
import { withTimeout } from '#server/http/with-timeout.ts';
import { MOODS, RateLimitExceeded, SUPPORT_CALLS } from '#server/limits/index.ts';

/**
 * Sets a person's mood, adds it to their history and, when it asks for support, adds a text to the outbox for each phone
 * number among their connections (spec §4, §9): all in one statement. Then publishes it to the circle. Above the limit for
 * texts the mood is still stored and shown, with `textsLimited`.
 * @throws {ProductError} not_found; too_many above the limit for moods, and then nothing has changed
 */
export async function chooseMood(context: Context, uid: string, mood: Mood): Promise<SharedMood> {
  const { pool, outbox, live, limits, config } = context;
  const refusal = await refusalOf(limits.consume(MOODS, uid));
  if (refusal) throw refusal;
  const textsLimited = asksForSupport(mood) && (await refusalOf(limits.count([SUPPORT_CALLS, uid]))) !== undefined;
  const { status, note } = outbox.statusFor('general');
  const { before, after } = splitAtName((displayName) => moodText({ displayName, mood, link: config.appUrl }));
  const { rows } = await pool.query<{ chosenAt: Date; friends: string | null }>({
    name: 'choose-mood',
    text: CHOOSE,
    values: [uid, mood, asksForSupport(mood) && !textsLimited, before, after, status, note],
  });
  if (asksForSupport(mood)) outbox.wake();
  if (!rows[0]) throw new ProductError('not_found', noMoodData(uid));
  const chosen = { mood, chosenAt: rows[0].chosenAt.getTime() };
  live.publish([uid, ...(rows[0].friends?.split(',') ?? [])], { type: 'mood', uid, ...chosen });
  return { ...chosen, textsLimited };
}

/** Fails open: while limits cannot be counted, a call for help is stored with its texts, and the outbox limits those. */
async function refusalOf(counting: Promise<void> | undefined): Promise<RateLimitExceeded | undefined> {
  try {
    if (counting) await withTimeout(COUNT_TIMEOUT_MS, counting);
  } catch (error) {
    return error instanceof RateLimitExceeded ? error : undefined;
  }
}

/** Counting usually takes less than a thousandth of this. */
const COUNT_TIMEOUT_MS = 1_000;

/**
 * Returns the time of the choice and the connections' ids, as one text: the driver needs half a millisecond for an array of
 * hundreds. Choices of one person wait for each other at their row, and each is at least a millisecond later than the one
 * before, so the latest wins everywhere.
 *
 * A text's id is the choice's id with a number at the end. Such ids are neighbours in the index, where hundreds of them are
 * inserted much faster than random ones (`npm run bench`: dark).
 *
 * The connections are locked in the same order as messages lock them. A friend who deletes their account at the same time
 * either waits, and their text is removed with them, or is gone and gets no text. A phone number is texted once, for the
 * oldest account that has it.
 */
const CHOOSE = `
  with chosen as (
    update users
    set mood = $2,
        mood_chosen_at = date_trunc('milliseconds', greatest(clock_timestamp(), mood_chosen_at + interval '1 millisecond'))
    where id = $1 returning id, name, mood_chosen_at
  ), choice as (
    insert into mood_choices (uid, mood, chosen_at) select id, $2, mood_chosen_at from chosen returning id
  ), friends as (
    select f.id, f.text_number, f.created_at
    from chosen join connections c on c.owner = chosen.id join users f on f.id = c.other
    order by c.other for key share of c
  ), texted as (
    insert into texts (id, kind, cause, cause_id, recipient, author, phone_number, message, status, last_error)
    select (left(choice.id::text, 28) || lpad(to_hex(phone.place), 8, '0'))::uuid,
           'general', 'mood', choice.id, phone.id, chosen.id, phone.text_number, $4 || chosen.name || $5, $6, $7
    from (
      select distinct on (text_number) id, text_number, row_number() over () as place
      from friends where $3 and text_number is not null order by text_number, created_at, id
    ) phone, choice, chosen
  )
  select mood_chosen_at as "chosenAt", (select string_agg(id::text, ',') from friends) as friends from chosen`;
