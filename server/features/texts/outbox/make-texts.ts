import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { payerOf } from '#server/features/identity/index.ts';
import type { Gateway } from '../gateways/gateway.ts';
import { isTextable } from '../is-textable.ts';

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

/** The columns of the state of a new text, and their values for $1, $2 and a time. */
const STATE = 'status, last_error, next_attempt_at, settled_at';
const stateAt = (time: string) =>
  `$1, $2, case $1 when 'queued' then ${time} end, case $1 when 'recorded' then now() end`;

/**
 * A row for each phone of the friends who are asked. Of several accounts with one phone it begins with the one that has proven
 * it, or else the oldest that has exactly its number; who gets it is decided when it is sent (look-at-texts.ts). Above the
 * limit for calls there is none.
 */
const MAKE_CALL = `
  with call as materialized (
    select m.*, payer, last_turn(payer) as last_turn
    from mood_choices m join users u on u.id = m.uid cross join lateral (select ${payerOf('u')} as payer offset 0) paid
    where m.id = $4 and not m.texts_limited
  )
  insert into texts (kind, cause, cause_id, author, recipient, phone_key, created_at, payer, turn, ${STATE})
  select distinct on (f.phone_key) 'general', 'mood', m.id, m.uid, f.id, f.phone_key, $5, m.payer,
    m.last_turn + row_number() over (), ${stateAt('greatest(now(), $6)')}
  from call m join ask_recipients n on n.ask = m.ask and n.withdrawn_at is null
  cross join lateral (select * from users where id = n.friend offset 0) f
  where ${isTextable('f', '$3')}
  order by f.phone_key, (f.phone_proven_at is null), (f.phone_e164 is distinct from f.phone_key), f.created_at, f.id`;

/** A call for support, whose friends have their rows in `ask_recipients`. */
interface Call {
  choice: string;
  createdAt: Date;
  /** Until when its texts are held; null for a hold that is over. */
  heldUntil: Date | null;
}

/** Makes a text for each phone of the friends whom a call asks. */
export async function makeTextsOfCall(db: Db, call: Call, { status, note, needsProof }: NewTexts): Promise<void> {
  const values = [status, note, needsProof, call.choice, call.createdAt, call.heldUntil];
  await db.query({ name: 'make-texts-of-call', text: MAKE_CALL, values });
}

/**
 * A part of the statement that takes causes (causes/expand-causes.ts), after its part `taken`: a text for each message whose receiver
 * wants texts about messages, with the id of the message. $1, $2: how it begins (`NewTexts`).
 */
export const MAKE_TEXTS_OF_MESSAGES = `
  texts_made as (
    insert into texts (id, kind, cause, author, recipient, created_at, ${STATE})
    select m.id, 'general', taken.cause, m.sender, m.receiver, taken.created_at, ${stateAt('now()')}
    from taken cross join unnest(taken.ids) i (id)
    cross join lateral (select * from messages where id = i.id offset 0) m
    cross join lateral (select * from users where id = m.receiver offset 0) r
    where taken.cause in ('message', 'connection') and m.deleted_at is null and r.texts_about = 'all' and r.phone_key is not null
    on conflict (id) do nothing
  )`;
