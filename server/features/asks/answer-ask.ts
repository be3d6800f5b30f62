import type { AnswerAsk, ShownAnswer } from '#contract/asks.ts';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { LOOK_AT_ANSWERS_AGAIN, PUSH_ANSWER } from '#server/features/push/index.ts';
import { LIMITS } from '#server/limits/index.ts';
import { IS_CLOSED } from './ask-of-choice.ts';
import { IS_ASKED, IS_ASKED_IF_SHOWN } from './friends-asks.ts';
import { publishAsk } from './publish-ask.ts';

type Via = 'app' | 'link' | 'text';

/** Times further ahead are no 'later today'. */
const LATEST = `interval '24 hours'`;

/**
 * The open ask of which a friend ($2) is asked. The update waits for a closing under way, and then finds no row: so no answer
 * comes after the end. The connection is locked first, in the order in which its end locks the two. `step` is what the version
 * grows by, `unshown` how much of it friends do not see.
 */
const ASKED = (step: string, unshown = '0') => `
  update asks a set version = a.version + ${step}, unshown = a.unshown + ${unshown} from (
    select * from connections where other = $2 and owner = (select uid from asks where id = $1) for key share
  ) c
  where a.id = $1 and c.owner = a.uid and a.opens_at <= now() and ${IS_ASKED} and not ${IS_CLOSED}
  returning a.id, a.uid, a.version`;

/** A friend who changes an answer again and again notifies the person no more often than this. */
const IS_NEWS = `
  excluded.told_at is not null and (ask_answers.told_at is null or ask_answers.told_at < now() - interval '10 minutes')`;

/**
 * Who learns of an answer. A 'no' shows as a look does, once: then the person cannot tell the two apart, neither by a frame nor
 * by a version. The person learns of a 'no' only where it takes back a 'yes' or 'later'.
 */
const ANSWER = `
  with before as materialized (
    select answer, seen_at from ask_answers where ask = $1 and friend = $2
  ), told as materialized (
    select u.shows_seen, u.firstname, u.lastname, case
      when $3 <> 'no' or exists (select from before where answer in ('yes', 'later')) then 'friends'
      when u.shows_seen and not exists (select from before where seen_at is not null) then 'person'
    end as audience
    from users u where u.id = $2
  ), asked as (${ASKED('(select count(audience) from told)', "(select count(*) from told where audience = 'person')")}), answered as (
    insert into ask_answers (ask, friend, seen_at, answer, answered_at, later_at, via, show_name, told_at)
    select asked.id, $2, case when told.shows_seen then now() end, $3, now(), case when $3 = 'later'
      then least(now() + ${LATEST}, greatest(now(), 'epoch'::timestamptz + $4 * interval '1 millisecond')) end, $5, coalesce($6, false),
      case when $3 <> 'no' then now() end
    from asked, told
    on conflict (ask, friend) do update set seen_at = coalesce(ask_answers.seen_at, excluded.seen_at),
      answer = excluded.answer, answered_at = excluded.answered_at, later_at = excluded.later_at, via = excluded.via,
      show_name = coalesce($6, ask_answers.show_name), handed_over_at = null,
      told_at = case when ${IS_NEWS} then excluded.told_at else ask_answers.told_at end
    returning answered_at, later_at, told_at = now() as "isNews"
  ), ${PUSH_ANSWER}
  select asked.uid as asker, asked.version, told.audience, told.firstname, told.lastname,
    answered.answered_at as "answeredAt", answered.later_at as "laterAt"
  from asked, told, answered`;

interface StoredAnswer {
  asker: string;
  version: number;
  audience: 'person' | 'friends' | null;
  firstname: string;
  lastname: string;
  answeredAt: Date;
  laterAt: Date | null;
}

const HAND_OVER = `
  with handed as materialized (
    select from ask_answers
    where ask = $1 and friend = $2 and answer in ('yes', 'later') and handed_over_at is null
  ), asked as (${ASKED('(select count(*) from handed)')}), ended as (
    update ask_answers set handed_over_at = now() from asked
    where ask = asked.id and friend = $2 and answer in ('yes', 'later') and handed_over_at is null
  ), ${LOOK_AT_ANSWERS_AGAIN('exists (select from handed)')}
  select exists (select from handed) as "hasAnswered" from asked`;

/** A friend may have switched off that looks count. */
const SEE = `
  with look as materialized (
    select from users u where u.id = $2 and u.shows_seen
      and not exists (select from ask_answers n where n.ask = $1 and n.friend = $2 and n.seen_at is not null)
  ), asked as (${ASKED('(select count(*) from look)', '(select count(*) from look)')}), seen as (
    insert into ask_answers (ask, friend, seen_at) select asked.id, $2, now() from asked, look
    on conflict (ask, friend) do update set seen_at = coalesce(ask_answers.seen_at, excluded.seen_at)
  )
  select exists (select from look) as "isFirst" from asked`;

/**
 * An ask that the friend knows. One that was hidden from them after it was called has ended for them: another code than at its
 * end would tell them that it goes on.
 */
const IS_THERE = (ofUndone: string) => `
  select from asks a join connections c on c.owner = a.uid and c.other = $2
  join connections k on k.owner = c.other and k.other = c.owner
  where a.id = $1 and a.opens_at <= now() and ${IS_ASKED_IF_SHOWN} and (not c.hides_mood or k.mood_hidden_since > a.asked_at)
    and (a.closed_how is distinct from 'undone'${ofUndone})`;

const HAS_ENDED = IS_THERE('');
/** A card may have been shown before its ask was undone. */
const WAS_SHOWN = IS_THERE(' or a.closed_at >= a.opens_at');

/**
 * A friend's answer. The last one holds.
 * @throws {ProductError} not_found for everybody who is not asked; ask_closed; too_many
 */
export async function answerAsk(
  context: Context,
  friend: string,
  ask: string,
  { answer, laterAt, showName }: AnswerAsk,
  via: Via = 'app',
): Promise<void> {
  if (via === 'app') await context.limits.consume(LIMITS.answerAnAsk.person, friend);
  const values = [ask, friend, answer, laterAt ?? null, via, showName ?? null];
  const { rows } = await context.pool.query<StoredAnswer>({ name: 'answer-ask', text: ANSWER, values });
  const [stored] = rows;
  if (!stored) throw await refusalOf(context, friend, ask);
  if (answer !== 'no') publishAnswer(context, ask, { uid: friend, answer }, stored);
  if (stored.audience) publishAsk(context, ask, stored.audience);
  context.push.wake();
  // The friend's other tabs show every answer, also a 'no'.
  context.live.publish([friend], { type: 'ask-answered', id: ask });
}

/** The person sees the answer before the whole ask is read. */
function publishAnswer(
  { live }: Pick<Context, 'live'>,
  id: string,
  shown: Pick<ShownAnswer, 'uid' | 'answer'>,
  { asker, version, firstname, lastname, answeredAt, laterAt }: StoredAnswer,
): void {
  const times = { answeredAt: answeredAt.getTime(), laterAt: laterAt?.getTime() ?? null, handedOverAt: null };
  live.publish([asker], { type: 'own-ask-answer', id, version, answer: { ...shown, firstname, lastname, ...times } });
}

/** A friend who would reach out has to go: the others are asked again. @throws {ProductError} as answerAsk */
export async function handOver(context: Context, friend: string, ask: string): Promise<void> {
  await context.limits.consume(LIMITS.handOver.person, friend);
  const { rows } = await context.pool.query({ name: 'hand-over-ask', text: HAND_OVER, values: [ask, friend] });
  if (!rows[0]) throw await refusalOf(context, friend, ask);
  if (!rows[0].hasAnswered) throw new ProductError('not_found');
  context.push.wake();
  publishAsk(context, ask);
}

/**
 * A screen of the friend has shown the ask for a second. It changes nothing but a count. One that has ended meanwhile, or is
 * hidden from the friend since, counts no more, and that is no error.
 * @throws {ProductError} not_found for everybody who was never asked; too_many
 */
export async function markAskSeen(context: Context, friend: string, ask: string): Promise<void> {
  await context.limits.consume(LIMITS.answerAnAsk.person, friend);
  const { rows } = await context.pool.query({ name: 'see-ask', text: SEE, values: [ask, friend] });
  if (rows[0]) {
    if (rows[0].isFirst) publishAsk(context, ask, 'person');
    return;
  }
  const { rowCount } = await context.pool.query({ name: 'shown-ask', text: WAS_SHOWN, values: [ask, friend] });
  if (!rowCount) throw new ProductError('not_found');
}

async function refusalOf({ pool }: Pick<Context, 'pool'>, friend: string, ask: string): Promise<ProductError> {
  const { rowCount } = await pool.query({ name: 'asked-ask', text: HAS_ENDED, values: [ask, friend] });
  return new ProductError(rowCount ? 'ask_closed' : 'not_found');
}
