import type pg from 'pg';
import type { Logger } from 'pino';
import { LONGEST_HOLD_SECONDS } from '#contract/sizes.ts';
import { createOutageLog } from '#server/background/outage-log.ts';
import { createWorkLoop } from '#server/background/work-loop.ts';
import { inBackgroundTransaction } from '#server/database/background-transaction.ts';
import { SQL_STATE, sqlState } from '#server/database/sql-state.ts';
import type { Worker } from '#server/features/deliveries/index.ts';
import { payerOf } from '#server/features/identity/index.ts';
import type { Push, PushReason } from '#server/features/push/index.ts';
import { MAKE_TEXTS_OF_MESSAGES, makeTextsOfCall, type NewTexts, type Outbox } from '#server/features/texts/index.ts';

const POLL_MS = 2_000;
const CALLS_AT_ONCE = 5;
/** A batch of the chat has up to 500 messages. A longer step would hold up the texts that are being sent. */
const BATCHES_AT_ONCE = 50;
const MESSAGES_AT_ONCE = 3_000;

/** A hold that ends later than any hold can is a sign of a clock that was set back. */
const IS_DUE = `
  (opens_at is null or opens_at <= now() or opens_at > now() + ${LONGEST_HOLD_SECONDS} * interval '1 second')`;

/** Payers take turns, so that many calls of one payer do not delay others. Deleted accounts count as one payer. */
const DUE = `
  select exists (select from causes where priority = 1) as "areBatches", coalesce((select json_agg(due) from (
    select id::text, choice from (
      select c.id, c.choice, row_number() over (partition by ${payerOf('u')} order by c.id) as turn
      from causes c left join mood_choices m on m.id = c.choice left join users u on u.id = m.uid
      where c.priority = 0 and ${IS_DUE}
    ) c order by turn, id limit ${CALLS_AT_ONCE}
  ) due), '[]') as calls`;

/** Who leaves with very much holds rows for seconds, and keeps no other call waiting. */
const LOCK_TIMEOUT_MS = 300;
const LOCKED_SECONDS = 1;
const FAILED_SECONDS = 5;

/** The author who leaves takes the cause. */
const LATER = `
  update causes set opens_at = now() + $2 * interval '1 second' where priority = 0 and id = (
    select id from causes where priority = 0 and id = $1 for update skip locked
  )`;

const LOCK_ASK = `select from asks where id = (select ask from mood_choices where id = $1) for no key update`;

/** Looks at the cause again: an undo or another node may have taken it while this waited for the ask. */
const TAKE_CALL = `
  with taken as (
    delete from causes where priority = 0 and id = $1 and ${IS_DUE} returning cause, choice, ids, created_at
  )
  select taken.cause, taken.choice, taken.ids, taken.created_at as "createdAt", a.id as ask,
    case when taken.cause = 'mood' then sync_recipients(a.id) end,
    taken.cause = 'mood' and a.closed_at is null as "hasOpened"
  from taken join mood_choices m on m.id = taken.choice join asks a on a.id = m.ask`;

const TAKE_BATCHES = `
  with oldest as materialized (
    select id, ids from causes where priority = 1 order by id limit ${BATCHES_AT_ONCE} for update skip locked
  ), counted as (
    select id, sum(cardinality(ids)) over (order by id) - cardinality(ids) as before from oldest
  ), taken as (
    delete from causes where priority = 1 and id in (select id from counted where before < ${MESSAGES_AT_ONCE})
    returning cause, choice, ids, created_at
  ), ${MAKE_TEXTS_OF_MESSAGES}
  select cause, choice, ids from taken`;

interface Call {
  id: string;
  choice: string;
}

interface TakenCall extends PushReason {
  choice: string;
  createdAt: Date;
  ask: string;
  hasOpened: boolean;
}

interface Taken {
  reasons: PushReason[];
  /** The ask, if its friends' screens are to show it. */
  opened?: string | undefined;
}

/** Locks the ask before the cause, as an undo does. */
async function takeCall(db: pg.ClientBase, newTexts: NewTexts, { id, choice }: Call): Promise<Taken> {
  await db.query({ name: 'lock-ask-of-call', text: LOCK_ASK, values: [choice] });
  const { rows } = await db.query<TakenCall>({ name: 'take-call', text: TAKE_CALL, values: [id] });
  const [call] = rows;
  if (call?.cause === 'mood') await makeTextsOfCall(db, { ...call, heldUntil: null }, newTexts);
  return { reasons: rows, opened: call?.hasOpened ? call.ask : undefined };
}

async function takeBatches(db: pg.ClientBase, { status }: NewTexts): Promise<Taken> {
  const { rows } = await db.query<PushReason>({ name: 'take-batches', text: TAKE_BATCHES, values: [status] });
  return { reasons: rows };
}

/** The causes that are due, of all nodes. */
interface Due {
  calls: Call[];
  areBatches: boolean;
}

async function findDue(pool: pg.Pool): Promise<Due> {
  return (await pool.query({ name: 'due-causes', text: DUE })).rows[0];
}

interface Parts {
  pool: pg.Pool;
  log: Logger;
  outbox: Pick<Outbox, 'newTexts' | 'wake'>;
  push: Pick<Push, 'make' | 'wakeIn'>;
  publishAsk(ask: string): void;
  pollMs?: number;
}

/** Turns causes into rows: who is asked, the texts, the pushes (docs/decisions/0029-telling-friends.md). */
export function createCauses({ pool, log, outbox, push, publishAsk, pollMs = POLL_MS }: Parts): Worker {
  const outage = createOutageLog(log, 'The database (causes)');

  /** Calls for support come first (spec §9). @returns whether there may be more */
  async function round(): Promise<boolean> {
    const due = await findDue(pool);
    for (const call of due.calls) await tell(call);
    if (due.areBatches)
      await expand(takeBatches).catch((error) => {
        if (!isLocked(error)) throw error;
      });
    return isAny(due);
  }

  async function tell(call: Call): Promise<void> {
    try {
      await expand((db, newTexts) => takeCall(db, newTexts, call));
    } catch (error) {
      await pool.query(LATER, [call.id, isLocked(error) ? LOCKED_SECONDS : FAILED_SECONDS]);
      log[isLocked(error) ? 'warn' : 'error'](
        { part: 'texts', choice: call.choice, err: error },
        'The friends of a call could not be told yet',
      );
    }
  }

  async function expand(take: (db: pg.ClientBase, newTexts: NewTexts) => Promise<Taken>): Promise<void> {
    const step = async (db: pg.ClientBase) => {
      const { opened, reasons } = await take(db, outbox.newTexts('general'));
      return { opened, waits: await push.make(db, reasons) };
    };
    const { opened, waits } = await inBackgroundTransaction(pool, step, [`lock_timeout = ${LOCK_TIMEOUT_MS}`]);
    outbox.wake();
    for (const ms of waits) push.wakeIn(ms);
    if (opened) publishAsk(opened);
  }

  const loop = createWorkLoop({ round, pollMs, outage });
  return { ...loop, name: 'causes', hasDueWork: async () => isAny(await findDue(pool)) };
}

const isLocked = (error: unknown) => sqlState(error) === SQL_STATE.lockNotAvailable;

const isAny = ({ calls, areBatches }: Due) => calls.length > 0 || areBatches;
