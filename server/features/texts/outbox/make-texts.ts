import type pg from 'pg';
import type { Logger } from 'pino';
import { LONGEST_HOLD_SECONDS } from '#contract/limits.ts';
import type { Config } from '#server/config.ts';
import { inBackgroundTransaction } from '#server/database/background-transaction.ts';
import type { Gateway } from '../gateways/gateway.ts';
import { isTextable } from '../is-textable.ts';
import { payerOf } from '../payer.ts';

/** A pool, or a connection in a transaction. */
export type Db = Pick<pg.ClientBase, 'query'>;

/** How the rows of new texts begin. */
export interface NewTexts {
  /** `recorded` where no gateway is set, with the `note` about it. */
  status: 'queued' | 'recorded';
  note: string | null;
  /** As for `isTextable`. */
  needsProof: boolean;
}

/** @param gateway of the kind of the texts. Without one they are recorded: setting one a month later would send all of them. */
export function newTexts(gateway: Gateway | undefined, phoneProof: Config['phoneProof'] = 'off'): NewTexts {
  const needsProof = phoneProof === 'required';
  return gateway
    ? { status: 'queued', note: null, needsProof }
    : { status: 'recorded', note: 'recorded, no gateway set', needsProof };
}

/** A call for support, which waits to be texted. */
interface Call {
  id: string;
  choice: string;
}

const CALLS_AT_ONCE = 5;
/** A call that cannot be texted now keeps no other waiting. */
const LATER = `update text_causes set opens_at = now() + interval '5 seconds' where priority = 0 and id = $1`;
/** A batch of the chat is one cause, with some messages. */
const BATCHES_AT_ONCE = 50;

/** The end of a hold that is later than any hold can be is a sign of a clock that was set back. */
const IS_DUE = `
  (opens_at is null or opens_at <= now() or opens_at > now() + ${LONGEST_HOLD_SECONDS} * interval '1 second')`;

const FIND = `
  select id::text, choice from text_causes where priority = 0 and ${IS_DUE} order by id limit ${CALLS_AT_ONCE}`;

const SYNC = 'select sync_recipients(ask) from mood_choices where id = $1';

/** The columns of the state of a new text, and their values for $1, $2 and a time. */
const STATE = 'status, last_error, next_attempt_at, settled_at';
const stateAt = (time: string) =>
  `$1, $2, case $1 when 'queued' then ${time} end, case $1 when 'recorded' then now() end`;

/**
 * A row for each phone of the friends who are asked. Of several accounts with one phone it begins with the one that has proven
 * it, or else the oldest that has exactly its number; who gets it is decided when it is sent (find-recipients.ts).
 */
const MAKE_CALL = `
  with taken as (
    delete from text_causes where priority = 0 and id = $4 and ($5 or ${IS_DUE}) returning choice, created_at, opens_at
  ), call as materialized (
    select m.*, taken.created_at, taken.opens_at, payer, last_turn(payer) as last_turn
    from taken join mood_choices m on m.id = taken.choice and m.undone_at is null
    join users u on u.id = m.uid cross join lateral (select ${payerOf('u')} as payer offset 0) paid
  )
  insert into texts (kind, cause, cause_id, author, recipient, phone_key, created_at, payer, turn, ${STATE})
  select distinct on (f.phone_key) 'general', 'mood', m.id, m.uid, f.id, f.phone_key, m.created_at, m.payer,
    m.last_turn + row_number() over (), ${stateAt('case when $5 then greatest(now(), m.opens_at) else now() end')}
  from call m join ask_recipients n on n.ask = m.ask and n.withdrawn_at is null
  cross join lateral (select * from users where id = n.friend offset 0) f
  where ${isTextable('f', '$3')}
  order by f.phone_key, (f.phone_proven_at is null), (f.phone_e164 is distinct from f.phone_key), f.created_at, f.id`;

/** A text for each message whose receiver wants texts about messages. Its id is that of the message. */
const MAKE_MESSAGES = `
  with taken as (
    delete from text_causes where priority = 1 and id in (
      select id from text_causes where priority = 1 order by id limit ${BATCHES_AT_ONCE} for update skip locked
    ) returning cause, ids, created_at
  ), made as (
    insert into texts (id, kind, cause, author, recipient, created_at, ${STATE})
    select m.id, 'general', taken.cause, m.sender, m.receiver, taken.created_at, ${stateAt('now()')}
    from taken cross join unnest(taken.ids) i (id)
    cross join lateral (select * from messages where id = i.id offset 0) m
    cross join lateral (select * from users where id = m.receiver offset 0) r
    where m.deleted_at is null and r.chat_texts and r.phone_key is not null
    on conflict (id) do nothing
  )
  select count(*)::int as batches from taken`;

/**
 * Makes the texts of what has happened, calls for support first (spec §9). Each cause goes in one transaction with its rows, so
 * a crash loses and doubles none.
 * @returns whether there may be more
 */
export async function makeTexts(pool: pg.Pool, log: Logger, state: NewTexts): Promise<boolean> {
  const { rows: calls } = await pool.query<Call>({ name: 'due-calls', text: FIND });
  for (const call of calls)
    await inBackgroundTransaction(pool, (db) => makeTextsOfCall(db, call, state)).catch(async (error) => {
      await pool.query(LATER, [call.id]);
      log.error({ part: 'texts', choice: call.choice, err: error }, 'The texts of a call could not be made yet');
    });
  const { rows } = await pool.query<{ batches: number }>({
    name: 'make-texts-of-messages',
    text: MAKE_MESSAGES,
    values: [state.status, state.note],
  });
  return calls.length === CALLS_AT_ONCE || rows[0]!.batches === BATCHES_AT_ONCE;
}

/**
 * Asks the friends, and makes a text for each of their phones. Locks the ask before the cause, as an undo does.
 * @param isEarly also while it is held: the texts then wait until its end
 */
export async function makeTextsOfCall(
  db: Db,
  { id, choice }: Call,
  { status, note, needsProof }: NewTexts,
  isEarly = false,
): Promise<void> {
  await db.query({ name: 'sync-recipients', text: SYNC, values: [choice] });
  await db.query({ name: 'make-texts-of-call', text: MAKE_CALL, values: [status, note, needsProof, id, isEarly] });
}

/** Whether `makeTexts` would find anything now. */
export async function areTextsToMake(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>(
    `select exists (select from text_causes where priority = 1 or priority = 0 and ${IS_DUE}) as "is"`,
  );
  return rows[0]!.is;
}
