import type { AnswerAsk, LinkedAsk } from '#contract/asks.ts';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { inMs } from '#server/database/in-ms.ts';
import { readAnswerCode } from '#server/features/texts/index.ts';
import { LIMITS } from '#server/limits/index.ts';
import { answerAsk } from './answer-ask.ts';
import { IS_ON_IT, OWN_ANSWER } from './recipient-conditions.ts';

interface Linked extends LinkedAsk {
  recipientId: string;
  friend: string;
}

/**
 * It dies with the connection, as `sync_recipients` compares its time, and with an undo, 72 hours after its text, and a day after closing. Where the mood was hidden
 * after the text, it shows the ask as it was then.
 */
const FIND = `
  with text as (
    select t.recipient as friend, t.created_at, m.ask
    from texts t join mood_choices m on m.id = t.cause_id
    where t.id = $1 and t.cause in ('mood', 'again') and m.undone_at is null
  )
  select mine.id as "recipientId", text.friend, u.firstname, coalesce(former.mood, a.level) as level,
    ${inMs('coalesce(former.chosen_at, a.called_at)')} as "calledAt",
    case when a.closed_at is null and mine.withdrawn_at is null then a.help end as help, ${OWN_ANSWER} as answer,
    is_closed(a) or mine.withdrawn_at is not null as "isClosed",
    not is_closed(a) and mine.withdrawn_at is null and a.helpers_wanted <= (
      select count(*) from ask_recipients n
      where n.ask = a.id and n.friend <> text.friend and n.answered_at >= mine.asked_at and ${IS_ON_IT}
    ) as "isSomebodyThere"
  from text join asks a on a.id = text.ask join users u on u.id = a.uid
  join connections k on k.owner = text.friend and k.other = a.uid
    and (k.connected_at < greatest(a.opens_at, text.created_at) + interval '1 millisecond' or k.connected_at > now())
  cross join lateral (
    select * from ask_recipients n
    where n.ask = a.id and n.friend = text.friend and (n.withdrawn_at is null or n.withdrawn_at > text.created_at)
    order by n.asked_at limit 1
  ) mine
  left join lateral (
    select m.mood, m.chosen_at from mood_choices m
    where m.uid = a.uid and m.ask = a.id and m.undone_at is null and m.mood in ('Purple', 'Dark')
      and m.chosen_at <= mine.withdrawn_at
    order by m.chosen_at desc limit 1
  ) former on true
  where a.opens_at <= now() and text.created_at > now() - interval '72 hours'
    and coalesce(mine.withdrawn_at, a.closed_at, overdue_at(a), 'infinity') > now() - interval '24 hours'
    and a.closed_how is distinct from 'undone'
  limit 1`;

/**
 * What a link in a text opens, for everybody who has it. @throws {ProductError} not_found for all other codes; too_many
 */
export async function lookAtLink(context: Context, code: string, network: string): Promise<LinkedAsk> {
  const { recipientId: _, friend: __, ...shown } = await find(context, code, network);
  return shown;
}

/** @throws {ProductError} as lookAtLink; ask_closed */
export async function answerByLink(
  context: Context,
  code: string,
  answer: Omit<AnswerAsk, 'showName'>,
  network: string,
): Promise<LinkedAsk> {
  // Before the first statement: these calls are exempt from the bound of a network.
  const text = readAnswerCode(context.config.authSecret, code);
  if (text) await context.limits.consume(LIMITS.answerAnAsk.link, text);
  const { recipientId, friend, isClosed } = await find(context, code, network);
  await context.limits.consume(LIMITS.answerAnAsk.link, `${recipientId} ${friend}`);
  if (isClosed) throw new ProductError('ask_closed');
  await answerAsk(context, friend, recipientId, answer, 'link');
  return lookAtLink(context, code, network);
}

async function find({ pool, config, limits }: Context, code: string, network: string): Promise<Linked> {
  const text = readAnswerCode(config.authSecret, code);
  const { rows } = text ? await pool.query<Linked>({ name: 'linked-ask', text: FIND, values: [text] }) : { rows: [] };
  if (rows[0]) return rows[0];
  await limits.count([LIMITS.answerCode.network, network]);
  throw new ProductError('not_found', (t) => t.linkHasRunOut);
}
