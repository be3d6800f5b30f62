import type pg from 'pg';
import { LONGEST_HOLD_SECONDS } from '#contract/limits.ts';
import { inBackgroundTransaction } from '#server/database/background-transaction.ts';
import { payerOf } from '#server/features/identity/index.ts';
import type { PushReason } from '#server/features/push/index.ts';
import { MAKE_TEXTS_OF_MESSAGES, makeTextsOfCall, type NewTexts } from '#server/features/texts/index.ts';

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

const LATER = `update causes set opens_at = now() + interval '5 seconds' where priority = 0 and id = $1`;

const LOCK_ASK = `select from asks where id = (select ask from mood_choices where id = $1) for no key update`;

/** Looks at the cause again: an undo or another node may have taken it while this waited for the ask. */
const TAKE_CALL = `
  with taken as (
    delete from causes where priority = 0 and id = $1 and ${IS_DUE} returning cause, choice, ids, created_at
  )
  select taken.cause, taken.choice, taken.ids, taken.created_at as "createdAt", a.id as ask,
    case when taken.cause = 'mood' then sync_recipients(a.id) end,
    taken.cause = 'mood' and a.closed_at is null as "hasOpened", exists (select from push_devices) as "hasDevices"
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
  select cause, choice, case when exists (select from push_devices) then ids end as ids from taken`;

export interface Call {
  id: string;
  choice: string;
}

interface TakenCall extends PushReason {
  choice: string;
  createdAt: Date;
  ask: string;
  hasOpened: boolean;
  hasDevices: boolean;
}

export interface ExpandParts {
  pool: pg.Pool;
  newTexts: NewTexts;
  makePushes(db: pg.ClientBase, reasons: readonly PushReason[]): Promise<void>;
}

/** The causes that are due, of all nodes. */
export interface Due {
  calls: Call[];
  areBatches: boolean;
}

export async function findDue(pool: pg.Pool): Promise<Due> {
  return (await pool.query({ name: 'due-causes', text: DUE })).rows[0];
}

export async function putOff(pool: pg.Pool, { id }: Call): Promise<void> {
  await pool.query(LATER, [id]);
}

/** Locks the ask before the cause, as an undo does. @returns the ask, if its friends' screens are to show it */
export function expandCall(
  { pool, newTexts, makePushes }: ExpandParts,
  { id, choice }: Call,
): Promise<string | undefined> {
  return inBackgroundTransaction(pool, async (db) => {
    await db.query({ name: 'lock-ask-of-call', text: LOCK_ASK, values: [choice] });
    const { rows } = await db.query<TakenCall>({ name: 'take-call', text: TAKE_CALL, values: [id] });
    const [call] = rows;
    if (!call) return;
    if (call.cause === 'mood') await makeTextsOfCall(db, { ...call, heldUntil: null }, newTexts);
    if (call.hasDevices) await makePushes(db, [call]);
    return call.hasOpened ? call.ask : undefined;
  });
}

export function expandBatches({ pool, newTexts, makePushes }: ExpandParts): Promise<void> {
  return inBackgroundTransaction(pool, async (db) => {
    const query = { name: 'take-batches', text: TAKE_BATCHES, values: [newTexts.status] };
    const { rows } = await db.query<PushReason>(query);
    const reasons = rows.filter(({ ids }) => ids !== null);
    if (reasons.length > 0) await makePushes(db, reasons);
  });
}
