import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { payerOf } from '#server/features/identity/index.ts';
import type { Gateway, TextKind } from '../gateways/gateway.ts';
import { isTextable } from '../text-columns.ts';

export type Db = Pick<pg.ClientBase, 'query'>;

export interface NewTexts {
  status: 'queued' | 'recorded';
  needsProof: boolean;
}

/** @param gateway of their kind. Without one they are recorded: setting one a month later would send all of them. */
export function newTexts(gateway: Gateway | undefined, phoneProof: Config['phoneProof']): NewTexts {
  return { status: gateway ? 'queued' : 'recorded', needsProof: phoneProof === 'required' };
}

/** SQL: how a new text begins. */
export const STATE = 'status, next_attempt_at, settled_at';
/** SQL: the values of `STATE`. @param status a parameter @param time when the text is due */
export const stateAt = (status: string, time = 'now()') =>
  `${status}, case ${status} when 'queued' then ${time} end, case ${status} when 'recorded' then now() end`;

/** Of several accounts with one phone it begins in the order of `lookAtTexts`; who gets it is decided when it is sent. */
const MAKE_CALL = `
  with call as materialized (
    select m.*, payer, last_turn(payer) as last_turn
    from mood_choices m join users u on u.id = m.uid cross join lateral (select ${payerOf('u')} as payer offset 0) paid
    where m.id = $3 and not m.texts_limited
  )
  insert into texts (kind, cause, cause_id, author, recipient, phone_key, created_at, payer, turn, ${STATE})
  select distinct on (f.phone_key) 'general', 'mood', m.id, m.uid, f.id, f.phone_key, $4, m.payer,
    m.last_turn + row_number() over (order by c.connected_at), ${stateAt('$1', 'greatest(now(), $5)')}
  from call m join ask_recipients n on n.ask = m.ask and n.withdrawn_at is null
  cross join lateral (select * from users where id = n.friend offset 0) f
  left join connections c on c.owner = n.friend and c.other = m.uid
  where ${isTextable('f', '$2')}
  order by f.phone_key, (f.phone_proven_at is null), (f.phone_e164 is distinct from f.phone_key),
    c.connected_at, f.created_at, f.id`;

interface Call {
  choice: string;
  createdAt: Date;
  heldUntil: Date | null;
}

/** Makes a text for each phone of the friends whom a call asks. */
export async function makeTextsOfCall(db: Db, call: Call, { status, needsProof }: NewTexts): Promise<void> {
  const values = [status, needsProof, call.choice, call.createdAt, call.heldUntil];
  await db.query({ name: 'make-texts-of-call', text: MAKE_CALL, values });
}

/**
 * A part of the statement that takes causes, after its part `taken`. A text has the id of its message. $1: its status.
 */
export const MAKE_TEXTS_OF_MESSAGES = `
  texts_made as (
    insert into texts (id, kind, cause, author, recipient, created_at, ${STATE})
    select m.id, 'general', taken.cause, m.sender, m.receiver, taken.created_at, ${stateAt('$1')}
    from taken cross join unnest(taken.ids) i (id)
    cross join lateral (select * from messages where id = i.id offset 0) m
    cross join lateral (select * from users where id = m.receiver offset 0) r
    where taken.cause in ('message', 'connection') and m.deleted_at is null and r.texts_about = 'all' and r.phone_key is not null
    on conflict (id) do nothing
  )`;

interface TypedText {
  kind: TextKind;
  id: string;
  author: string | null;
  phoneNumber: string;
  /** `key` of `readNumber`. */
  phoneKey: string;
  message: string;
}

const MAKE_TYPED = `
  insert into texts (id, kind, cause, author, phone_number, phone_key, message, ${STATE})
  values ($2, $3, 'form', $4, $5, $6, $7, ${stateAt('$1')}) on conflict (id) do nothing`;

export async function makeTypedText(db: Db, text: TypedText, { status }: NewTexts): Promise<void> {
  const { kind, id, author, phoneNumber, phoneKey, message } = text;
  await db.query(MAKE_TYPED, [status, id, kind, author, phoneNumber, phoneKey, message]);
}
