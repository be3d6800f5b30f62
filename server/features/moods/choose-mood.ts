import type pg from 'pg';
import { noMoodData, ProductError } from '#contract/errors.ts';
import { asksForSupport, type Mood } from '#contract/moods.ts';
import { newId } from '#contract/new-id.ts';
import type { SharedMood } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { SQL_STATE, sqlState } from '#server/database/sql-state.ts';
import { ASK_OF_CHOICE, closeOverdue, publishAsk } from '#server/features/asks/index.ts';
import { withTimeout } from '#server/http/with-timeout.ts';
import { type Count, LIMITS, RateLimitExceeded } from '#server/limits/index.ts';
import { choiceIdOf, findRepeated } from './choice-id.ts';
import { countReached } from './count-reached.ts';

interface Choice {
  mood: Mood;
  /** The caller's id of this choice: it is stored once, however often it is sent. */
  requestId?: string | undefined;
}

/**
 * Sets a person's mood and adds it to their history. If it asks for support, it also stores a cause, by which their friends are told
 * (spec §4, §9). All of that is one statement. Then it publishes the mood to the circle. Above the limit for texts the mood is still
 * stored and shown, with `textsLimited`. A repeat with the same `requestId` changes nothing.
 * @throws {ProductError} not_found; too_many above the limit for moods, and then nothing has changed
 */
export async function chooseMood(context: Context, uid: string, { mood, requestId }: Choice): Promise<SharedMood> {
  const { config, pool, causes, outbox, live, limits } = context;
  // A refused choice costs no query.
  const refusal = await refusalOf(limits.consume(LIMITS.mood.person, uid));
  if (refusal) throw refusal;
  await closeOverdue(pool, uid);
  const call: Count = [LIMITS.askForSupport.person, uid];
  const textsLimited = asksForSupport(mood) && (await refusalOf(limits.count(call))) !== undefined;
  const id = requestId ? choiceIdOf(config.authSecret, uid, requestId) : newId();
  const isCall = asksForSupport(mood);
  const textsOn = outbox.canSend;
  const stored = await store(pool, [uid, mood, isCall && !textsLimited, id, isCall, config.undoSeconds]);
  if (stored === 'repeated') {
    if (asksForSupport(mood) && !textsLimited) await limits.undo(...call);
    const repeated = await findRepeated(pool, uid, id);
    if (!repeated) throw new ProductError('not_found', noMoodData(uid));
    return { ...repeated, textsOn, friends: await countReached(context, uid, repeated.mood) };
  }
  if (!stored) throw new ProductError('not_found', noMoodData(uid));
  const chosen = { mood, chosenAt: stored.chosenAt.getTime() };
  live.publish([uid, ...(stored.friends?.split(',') ?? [])], { type: 'mood', uid, ...chosen });
  // After the event, so that making texts and pushes delays no friend's screen.
  if (isCall) causes.wakeIn(stored.holdMs);
  // Friends see it when they are asked (causes/causes.ts).
  if (stored.ask) publishAsk(context, stored.ask, 'person');
  const friends = await countReached(context, uid, mood);
  return { ...chosen, textsLimited, textsOn, ask: askOf(stored), friends };
}

interface Stored {
  chosenAt: Date;
  /** Uids, separated by commas. */
  friends: string | null;
  /** The person's ask that the choice opened or changed. */
  ask: string | null;
  /** How long its texts are held. */
  holdMs: number;
  /** When friends see the ask; null for a mood that does not ask. */
  opensAt: Date | null;
  /** Until when the texts of this choice wait; null when there are none, or they leave at once. */
  heldUntil: Date | null;
}

function askOf({ ask, opensAt, heldUntil }: Stored): SharedMood['ask'] {
  if (!ask || !opensAt) return null;
  return { id: ask, opensAt: opensAt.getTime(), textsAt: Math.max(opensAt.getTime(), heldUntil?.getTime() ?? 0) };
}

/** @returns undefined when the person is not there any more */
async function store(pool: pg.Pool, values: unknown[]): Promise<Stored | 'repeated' | undefined> {
  try {
    const { rows } = await pool.query<Stored>({ name: 'choose-mood', text: CHOOSE, values });
    return rows[0];
  } catch (error) {
    if (sqlState(error) === SQL_STATE.uniqueViolation) return 'repeated';
    throw error;
  }
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
 * before, so the latest wins everywhere. What is hidden from some friends stays the last Green or Yellow. A repeat fails at the primary key of the choices, and the statement changes nothing.
 * It must not lock the row before it updates it: with a person who leaves, that is a deadlock. Choices have ids that
 * grow, so those of their texts are neighbours in the index. A choice that texts nobody needs no cause while one of its ask waits.
 */
const CHOOSE = `
  with chosen as (
    update users
    set mood = $2, calm_mood = case when $5 then calm_mood else $2 end, (mood_chosen_at, calm_chosen_at) = (
      select at, case when $5 then calm_chosen_at else at end
      from date_trunc('milliseconds', greatest(clock_timestamp(), mood_chosen_at + interval '1 millisecond')) at
    )
    where id = $1
    returning id, mood_chosen_at, asks_these, $6 * interval '1 second' as hold
  ), ${ASK_OF_CHOICE}, choice as (
    insert into mood_choices (id, uid, mood, chosen_at, ask, texts_limited)
    select $4, id, $2, mood_chosen_at, case when $5 then (select id from ask) end, $5 and not $3 from chosen returning id
  ), cause as (
    insert into causes (priority, cause, choice, opens_at)
    select 0, 'mood', choice.id, case when hold > interval '0' then mood_chosen_at + hold end from choice, chosen
    where $5 and ($3 or not exists (
      select from causes c join mood_choices m on m.id = c.choice where c.priority = 0 and m.ask = (select id from ask)
    ))
  )
  select mood_chosen_at as "chosenAt", 1000 * extract(epoch from hold)::float8 as "holdMs", (select id from ask) as ask,
    (select opens_at from ask) as "opensAt",
    case when $3 and hold > interval '0' then mood_chosen_at + hold end as "heldUntil",
    friends_who_see(chosen.id, $5) as friends
  from chosen`;
