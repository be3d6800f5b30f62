import type { AnswerAsk } from '#contract/asks.ts';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { LOOK_AT_ANSWERS_AGAIN, PUSH_ANSWER } from '#server/features/push/index.ts';
import { LIMITS } from '#server/limits/index.ts';
import { publishAsk } from './publish-ask.ts';
import { IS_ASKED } from './recipient-conditions.ts';

/** The open ask that friend $2 knows by $1, and their row. Closing and hiding lock the two in the same order. */
const MINE = `
  ask as materialized (
    select a.id from asks a
    where a.id = (select ask from ask_recipients where friend = $2 and id = $1) and a.opens_at <= now() and not is_closed(a)
    for no key update
  ), mine as materialized (
    select n.* from ask join ask_recipients n on n.ask = ask.id and n.friend = $2 and n.id = $1 and ${IS_ASKED}
    for no key update of n
  )`;

const RAISE_VERSION = (step: string) => `
  update asks a set version = a.version + ${step}
  from mine where a.id = mine.ask returning a.id, a.uid, a.version, a.called_at`;

const IS_MINE = 'n.friend = $2 and n.id = $1';

/** A friend who changes an answer again and again notifies the person no more often. */
const IS_NEWS = `$3 <> 'no' and (n.told_at is null or n.told_at < now() - interval '10 minutes')`;

/** A 'no' shows as a look does, unless it takes back a 'yes' or 'later'. */
const ANSWER = `
  with ${MINE}, told as materialized (
    select u.firstname, u.lastname, case
      when $3 <> 'no' or mine.answer in ('yes', 'later') then 'friends'
      when mine.seen_at is null then 'person'
    end as audience
    from mine join users u on u.id = mine.friend
  ), asked as (
    ${RAISE_VERSION('(select count(audience) from told)')}
  ), answered as (
    update ask_recipients n set seen_at = coalesce(n.seen_at, now()),
      answer = $3, answered_at = now(), via = $5, show_name = coalesce($6, n.show_name), handed_over_at = null,
      later_at = case when $3 = 'later'
        then least(now() + interval '24 hours', greatest(now(), 'epoch'::timestamptz + $4 * interval '1 millisecond')) end,
      told_at = case when ${IS_NEWS} then now() else n.told_at end
    from asked where ${IS_MINE}
    returning n.answered_at, n.later_at, n.told_at = now() as "isNews"
  ), ${PUSH_ANSWER}
  select asked.id as ask, asked.uid as asker, asked.version, told.audience, told.firstname, told.lastname,
    answered.answered_at as "answeredAt", answered.later_at as "laterAt", look_at_pushes_again($2, asked.uid, 'mood'),
    case when $3 = 'no' and told.audience = 'friends' then ${LOOK_AT_ANSWERS_AGAIN} end
  from asked, told, answered`;

interface StoredAnswer {
  ask: string;
  asker: string;
  version: number;
  audience: 'person' | 'friends' | null;
  firstname: string;
  lastname: string;
  answeredAt: Date;
  laterAt: Date | null;
}

const HAND_OVER = `
  with ${MINE}, handed as materialized (
    select from mine where answer in ('yes', 'later') and handed_over_at is null
  ), asked as (${RAISE_VERSION('(select count(*) from handed)')}), ended as (
    update ask_recipients n set handed_over_at = now() from handed where ${IS_MINE}
  )
  select asked.id as ask, handed.has as "hasAnswered", case when handed.has then ${LOOK_AT_ANSWERS_AGAIN} end
  from asked, (select exists (select from handed) as has) handed`;

const SEE = `
  with ${MINE}, look as materialized (
    select from mine where seen_at is null
  ), asked as (${RAISE_VERSION('(select count(*) from look)')}), seen as (
    update ask_recipients n set seen_at = now() from look where ${IS_MINE}
  )
  select asked.id as ask, asked.uid as asker, asked.called_at as "calledAt", exists (select from look) as "isFirst" from asked`;

/** An ask that was hidden from the friend has ended for them: another code would tell them that it goes on. */
const FIND_RECIPIENT = `
  select n.withdrawn_at is not null or a.closed_how is distinct from 'undone' as "hasEnded"
  from ask_recipients n join asks a on a.id = n.ask where ${IS_MINE}`;

/**
 * @param recipientId of the friend's row, by which they know the ask
 * @throws {ProductError} not_found for everybody who is not asked; ask_closed; too_many
 */
export async function answerAsk(
  context: Context,
  friend: string,
  recipientId: string,
  { answer, laterAt, showName }: AnswerAsk,
  via: 'app' | 'link' | 'text' = 'app',
): Promise<void> {
  if (via === 'app') await context.limits.consume(LIMITS.answerAnAsk.person, friend);
  const values = [recipientId, friend, answer, laterAt ?? null, via, showName ?? null];
  const { rows } = await context.pool.query<StoredAnswer>({ name: 'answer-ask', text: ANSWER, values });
  const [stored] = rows;
  if (!stored) throw await refusalOf(context, friend, recipientId);
  const { ask: id, asker, version, audience, firstname, lastname, answeredAt } = stored;
  if (answer !== 'no') {
    const times = { answeredAt: answeredAt.getTime(), laterAt: stored.laterAt?.getTime() ?? null, handedOverAt: null };
    const shown = { uid: friend, answer, firstname, lastname, ...times };
    context.live.publish([asker], { type: 'own-ask-answer', id, version, answer: shown });
  }
  if (audience) publishAsk(context, id, audience);
  context.causes.wake();
  context.push.wake();
  context.live.publish([friend], { type: 'ask-answered', id: recipientId });
}

/** A friend who would reach out has to go, so the others are asked again. @throws {ProductError} as answerAsk */
export async function handOver(context: Context, friend: string, recipientId: string): Promise<void> {
  await context.limits.consume(LIMITS.handOver.person, friend);
  const { rows } = await context.pool.query({ name: 'hand-over-ask', text: HAND_OVER, values: [recipientId, friend] });
  if (!rows[0]) throw await refusalOf(context, friend, recipientId);
  if (!rows[0].hasAnswered) throw new ProductError('not_found');
  context.push.wake();
  publishAsk(context, rows[0].ask);
}

/** Stores that the friend has seen the ask. @throws {ProductError} not_found, when the friend was never asked; too_many */
export async function markAskSeen(context: Context, friend: string, recipientId: string): Promise<void> {
  await context.limits.consume(LIMITS.answerAnAsk.person, friend);
  const { rows } = await context.pool.query({ name: 'see-ask', text: SEE, values: [recipientId, friend] });
  if (rows[0]?.isFirst) publishAsk(context, rows[0].ask, 'person');
  if (rows[0]) await context.push.markSeen(friend, { uid: rows[0].asker, chosenAt: rows[0].calledAt.getTime() });
  if (!rows[0] && !(await find(context, friend, recipientId))) throw new ProductError('not_found');
}

const REACHED = `
  update ask_recipients set reached_at = now()
  where friend = $2 and id = $1 and answer = 'yes' and handed_over_at is null`;

/** Stores for the friend alone that they reached the person. @throws {ProductError} not_found, without a yes; too_many */
export async function markReached({ pool, limits, live }: Context, friend: string, ask: string): Promise<void> {
  await limits.consume(LIMITS.answerAnAsk.person, friend);
  const { rowCount } = await pool.query({ name: 'reached-ask', text: REACHED, values: [ask, friend] });
  if (!rowCount) throw new ProductError('not_found');
  live.publish([friend], { type: 'ask-answered', id: ask });
}

async function refusalOf(context: Pick<Context, 'pool'>, friend: string, recipientId: string): Promise<ProductError> {
  return new ProductError((await find(context, friend, recipientId))?.hasEnded ? 'ask_closed' : 'not_found');
}

async function find({ pool }: Pick<Context, 'pool'>, friend: string, recipientId: string) {
  return (
    await pool.query<{ hasEnded: boolean }>({ name: 'recipient', text: FIND_RECIPIENT, values: [recipientId, friend] })
  ).rows[0];
}
