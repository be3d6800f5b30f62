import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { asksForSupport, type Mood } from '#contract/moods.ts';
import { newId } from '#contract/new-id.ts';
import type { SharedMood } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { inMs } from '#server/database/in-ms.ts';
import { SQL_STATE, sqlState } from '#server/database/sql-state.ts';
import { ASK_OF_CHOICE, closeOverdue, getReach, publishAsk } from '#server/features/asks/index.ts';
import { withTimeout } from '#server/http/with-timeout.ts';
import { type Count, LIMITS, RateLimitExceeded } from '#server/limits/index.ts';

/**
 * Stores a choice, and a cause for a call (spec §4, §9), and publishes it. Too many calls are shown with
 * `textsLimited`.
 * @throws {ProductError} not_found; too_many above the limit for moods
 */
export async function chooseMood(
  context: Context,
  uid: string,
  { mood, requestId }: { mood: Mood; requestId?: string | undefined },
): Promise<SharedMood> {
  const { config, helpPool: pool, causes, outbox, live, limits } = context;
  const refusal = await refusalOf(limits.consume(LIMITS.mood.person, uid));
  const isCall = asksForSupport(mood);
  const call: Count = [LIMITS.askForSupport.person, uid];
  const textsLimited = isCall && (await refusalOf(limits.count(call))) !== undefined;
  // A call for help passes also when the moods of the day are used up.
  if (refusal && (!isCall || textsLimited)) throw refusal;
  await closeOverdue(pool, uid);
  const id = requestId ? choiceIdOf(config.authSecret, uid, requestId) : newId();
  const textsOn = outbox.canSend;
  const stored = await store(pool, [uid, mood, isCall && !textsLimited, id, isCall, config.undoSeconds]);
  if (stored === 'repeated' && isCall && !textsLimited) await limits.undo(...call);
  const repeated = stored === 'repeated' ? await findRepeated(pool, uid, id) : undefined;
  if (repeated) return { ...repeated, textsOn, friends: await countReached(context, uid, repeated.mood) };
  if (!stored || stored === 'repeated') throw new ProductError('not_found', (t) => t.noMoodDataFound({ uid }));
  const { chosenAt, askId, ask } = stored;
  live.publish([uid, ...(stored.friends?.split(',') ?? [])], { type: 'mood', uid, mood, chosenAt });
  // Making texts and pushes delays no friend's screen.
  if (isCall) causes.wakeIn(stored.holdMs);
  if (askId) publishAsk(context, askId, 'person');
  return { mood, chosenAt, textsLimited, textsOn, ask, friends: await countReached(context, uid, mood) };
}

const FRIENDS = 'select count(*)::int as friends from connections where owner = $1';

/** Null when they could not be counted: the choice is stored by then, so it must not fail. */
async function countReached({ helpPool: pool, log }: Context, uid: string, mood: Mood): Promise<number | null> {
  try {
    if (asksForSupport(mood)) return (await getReach({ pool }, uid)).friends;
    const { rows } = await pool.query({ name: 'count-friends', text: FRIENDS, values: [uid] });
    return rows[0].friends;
  } catch (error) {
    log.warn({ err: error }, 'the friends that a mood reaches could not be counted');
    return null;
  }
}

interface Stored extends Pick<SharedMood, 'chosenAt' | 'ask'> {
  friends: string | null;
  /** Also of an ask that this choice eased. */
  askId: string | null;
  holdMs: number;
}

async function store(pool: pg.Pool, values: unknown[]): Promise<Stored | 'repeated' | undefined> {
  try {
    const { rows } = await pool.query<Stored>({ name: 'choose-mood', text: CHOOSE, values });
    return rows[0];
  } catch (error) {
    if (sqlState(error) === SQL_STATE.uniqueViolation) return 'repeated';
    throw error;
  }
}

/** Fails open: while limits cannot be counted, a call for help is stored, and the outbox limits its texts. */
async function refusalOf(counting: Promise<void> | undefined): Promise<RateLimitExceeded | undefined> {
  try {
    if (counting) await withTimeout(COUNT_TIMEOUT_MS, counting);
  } catch (error) {
    return error instanceof RateLimitExceeded ? error : undefined;
  }
}

const COUNT_TIMEOUT_MS = 1_000;

/**
 * The same for each repeat of a call. It is made from the person's uid, too, so a stranger cannot take it.
 * @param requestId a UUID
 */
function choiceIdOf(secret: string, uid: string, requestId: string): string {
  const hash = createHmac('sha256', secret).update(`choice ${uid} ${requestId.toLowerCase()}`).digest('hex');
  return `${requestId.slice(0, 13).toLowerCase()}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

type Repeated = Pick<SharedMood, 'mood' | 'chosenAt' | 'textsLimited' | 'ask'>;

const REPEATED = `
  select m.mood, ${inMs('m.chosen_at')} as "chosenAt", m.texts_limited as "textsLimited", case when a.id is not null then
    jsonb_build_object('id', a.id, 'opensAt', ${inMs('a.opens_at')}, 'textsAt', ${inMs(`greatest(a.opens_at, (
      select opens_at from causes where priority = 0 and cause = 'mood' and choice = m.id and not m.texts_limited
    ))`)}) end as ask
  from mood_choices m left join asks a on a.id = m.ask and a.closed_at is null and m.undone_at is null
  where m.id = $1 and m.uid = $2`;

/** What an earlier call with the same id has stored. A closed ask is null. */
async function findRepeated(pool: pg.Pool, uid: string, id: string): Promise<Repeated | undefined> {
  return (await pool.query<Repeated>(REPEATED, [id, uid])).rows[0];
}

/**
 * Friends are one text: the driver needs half a millisecond for an array of hundreds. A lock before the update would be
 * a deadlock with a person who leaves. A choice that texts nobody needs no cause while one of its ask waits.
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
  select ${inMs('mood_chosen_at')} as "chosenAt", 1000 * extract(epoch from hold)::float8 as "holdMs", ask.id as "askId",
    case when opens_at is not null then jsonb_build_object('id', ask.id, 'opensAt', ${inMs('opens_at')},
      'textsAt', ${inMs(`greatest(opens_at, case when $3 and hold > interval '0' then mood_chosen_at + hold end)`)}) end as ask,
    friends_who_see(chosen.id, $5) as friends
  from chosen left join ask on true`;
