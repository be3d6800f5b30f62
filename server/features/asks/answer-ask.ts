import type pg from 'pg';
import type { AnswerAsk } from '#contract/asks.ts';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { closeAnswerPushes, pushAnswer } from '#server/features/push/index.ts';
import { IS_ASKED } from './friends-asks.ts';
import { publishAsk } from './publish-ask.ts';

type Via = 'app' | 'link' | 'text';

/** Times further ahead are no 'later today'. */
const LATEST = `interval '24 hours'`;

/**
 * A friend's answer. The last one holds.
 * @throws {ProductError} not_found for everybody who is not asked; ask_closed
 */
export async function answerAsk(
  context: Context,
  friend: string,
  ask: string,
  { answer, laterAt, showName }: AnswerAsk,
  via: Via = 'app',
): Promise<void> {
  await inTransaction(context.pool, async (db) => {
    await lockAskedFor(db, friend, ask);
    await db.query(
      `insert into ask_answers (ask, friend, answer, answered_at, later_at, via, show_name)
       values ($1, $2, $3, now(), case when $3 = 'later'
         then least(now() + ${LATEST}, greatest(now(), 'epoch'::timestamptz + $4 * interval '1 millisecond')) end, $5, $6)
       on conflict (ask, friend) do update set
         answer = excluded.answer, answered_at = excluded.answered_at, later_at = excluded.later_at, via = excluded.via,
         show_name = excluded.show_name, handed_over_at = null, reached_at = null`,
      [ask, friend, answer, laterAt ?? null, via, showName],
    );
    await raise(db, ask);
    await pushAnswer(db, ask, friend);
    await closeAnswerPushes(db, ask);
  });
  context.push.wake();
  publishAsk(context, ask);
}

/** A friend who would reach out has to go: the others are asked again. @throws {ProductError} not_found; ask_closed */
export async function handOver(context: Context, friend: string, ask: string): Promise<void> {
  await inTransaction(context.pool, async (db) => {
    await lockAskedFor(db, friend, ask);
    const { rowCount } = await db.query(
      `update ask_answers set handed_over_at = now()
       where ask = $1 and friend = $2 and answer in ('yes', 'later') and handed_over_at is null`,
      [ask, friend],
    );
    if (!rowCount) throw new ProductError('not_found');
    await raise(db, ask);
    await closeAnswerPushes(db, ask);
  });
  context.push.wake();
  publishAsk(context, ask);
}

/** A screen of the friend has shown the ask for a second. It changes nothing but a count. */
export async function markAskSeen({ pool }: Pick<Context, 'pool'>, friend: string, ask: string): Promise<void> {
  await inTransaction(pool, async (db) => {
    await lockAskedFor(db, friend, ask);
    await db.query(
      `insert into ask_answers (ask, friend, seen_at) values ($1, $2, now())
       on conflict (ask, friend) do update set seen_at = coalesce(ask_answers.seen_at, now())`,
      [ask, friend],
    );
  });
}

/**
 * Locks the ask against its closing. A 'no' and a look change the version like a 'yes', so that a version tells nothing.
 * @throws {ProductError} not_found, ask_closed
 */
async function lockAskedFor(db: pg.ClientBase, friend: string, ask: string): Promise<void> {
  const { rows } = await db.query<{ isClosed: boolean }>(
    `select a.closed_at is not null as "isClosed" from asks a join connections c on c.owner = a.uid and c.other = $2
     where a.id = $1 and a.opens_at <= now() and ${IS_ASKED} for no key update of a`,
    [ask, friend],
  );
  if (!rows[0]) throw new ProductError('not_found');
  if (rows[0].isClosed) throw new ProductError('ask_closed');
}

async function raise(db: pg.ClientBase, ask: string): Promise<void> {
  await db.query('update asks set version = version + 1 where id = $1', [ask]);
}
