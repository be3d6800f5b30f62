import { noMoodData, ProductError } from '#contract/errors.ts';
import { asksForSupport, type Mood } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { moodText, splitAtName } from '#server/features/texts/index.ts';
import { withTimeout } from '#server/http/with-timeout.ts';
import { MOODS, RateLimitExceeded, SUPPORT_CALLS } from '#server/limits/index.ts';

/**
 * Sets a person's mood, keeps the choice in their history and, when it asks for support, puts a text in the outbox for
 * every phone number among their connections (spec §4, §9): one statement, so all of it or nothing. Then tells the circle.
 * A mood is stored and shown also when it is one too many for texts: `textsLimited` says so.
 * @throws {ProductError} not_found; too_many, for more than a person chooses, and then nothing has changed
 */
export async function chooseMood(context: Context, uid: string, mood: Mood): Promise<SharedMood> {
  const { pool, outbox, live, limits, config } = context;
  const flood = await refusalOf(limits.consume(MOODS, uid));
  if (flood) throw flood;
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

/**
 * A call for help fails open: while its limits cannot be counted it is stored with its texts, and the outbox holds those to
 * limits of their own.
 */
async function refusalOf(counting: Promise<void> | undefined): Promise<RateLimitExceeded | undefined> {
  try {
    if (counting) await withTimeout(COUNT_WITHIN_MS, counting);
  } catch (error) {
    return error instanceof RateLimitExceeded ? error : undefined;
  }
}

/** Counting takes less than a thousandth of this. */
const COUNT_WITHIN_MS = 1_000;

/**
 * Answers with when the mood was chosen and the ids of the person's connections (as one text: a list of hundreds takes
 * half a millisecond to read). Choices of one person wait for each
 * other at their row, and each is a millisecond later than the one before it, at least: that tells which one holds.
 * The ids of the texts are the choice's, with a number at the end: side by side in their index, hundreds of them go in
 * much faster than random ones, and the last friend is told that much sooner.
 * The connections are held, in the order in which messages hold them: who leaves in this moment waits, and takes their
 * text along, or is gone, and gets none. One phone number is texted once, for the oldest of the accounts that have it.
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
