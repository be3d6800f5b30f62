import type { ChangePlanPart, FriendPlan, Plan, PlanPart } from '#contract/account/plan.ts';
import { PLAN_PARTS, type PlanPartName } from '#contract/account/plan-parts.ts';
import { ProductError } from '#contract/errors.ts';
import { isBlank } from '#contract/is-blank.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { publishAsk } from '#server/features/asks/index.ts';
import { lockFriends } from '#server/features/circle/index.ts';
import { seal, unseal } from './seal.ts';

type Needs = Pick<Context, 'config' | 'pool'>;

interface Row extends Omit<PlanPart, 'words' | 'changedAt'> {
  sealed: Buffer;
  changedAt: Date;
}

const friendsAs = (role: string) => `
  array(
    select f.friend from plan_friends f join connections c on c.owner = f.owner and c.other = f.friend
    where f.owner = p.owner and f.part = p.part and f.role = '${role}' order by f.friend
  )`;

const IN_ORDER = `order by array_position('{${PLAN_PARTS.join(',')}}'::text[], p.part)`;

/** SQL: all parts of $1, with their words encrypted. */
export const PLAN = `
  select p.part, p.words as sealed, ${friendsAs('contact')} as contacts, ${friendsAs('reader')} as readers, p.changed_at as "changedAt"
  from plan_parts p where p.owner = $1 ${IN_ORDER}`;

export async function getPlan({ config, pool }: Needs, uid: string): Promise<Plan> {
  const { rows } = await pool.query<Row>({ name: 'plan', text: PLAN, values: [uid] });
  const parts = rows.map(({ part, sealed, contacts, readers, changedAt }) => ({
    ...{ part, contacts, readers, changedAt: changedAt.getTime() },
    words: unseal(config.authSecret, uid, part, sealed),
  }));
  return { parts };
}

/** Only in place of what the person has seen ($4): another device may have written, or hidden it, meanwhile. */
const STORE = `
  insert into plan_parts (owner, part, words, changed_at)
  select $1::uuid, $2::text, $3::bytea, date_trunc('milliseconds', clock_timestamp())
  where $4::float8 is null or exists (select from plan_parts where owner = $1 and part = $2)
  on conflict (owner, part) do update set words = excluded.words, changed_at = excluded.changed_at
  where plan_parts.changed_at = 'epoch'::timestamptz + $4 * interval '1 millisecond'`;

const STORE_FRIENDS = `
  insert into plan_friends (owner, friend, part, role)
  select owner, other, $2, $3 from connections where owner = $1 and other = any($4::uuid[])`;

const OPEN_ASK = 'select id from asks where uid = $1 and closed_at is null';

/**
 * An open ask is published: friends see on its card whether there is something to read.
 * @returns the whole plan @throws {ProductError} too_late, when the part has changed since `basedOn`
 */
export async function changePlanPart(
  context: Context,
  uid: string,
  { part, words, contacts, readers, basedOn }: ChangePlanPart,
): Promise<Plan> {
  const text = words.trim();
  const friends = [...contacts, ...readers];
  await inTransaction(context.pool, async (db) => {
    await lockFriends(db, uid, friends);
    const sealed = seal(context.config.authSecret, uid, part, text);
    const { rowCount } = await db.query(STORE, [uid, part, sealed, basedOn]);
    if (!rowCount) throw new ProductError('too_late', (t) => t.planHasChanged);
    await db.query('delete from plan_friends where owner = $1 and part = $2', [uid, part]);
    await db.query(STORE_FRIENDS, [uid, part, 'contact', contacts]);
    await db.query(STORE_FRIENDS, [uid, part, 'reader', isBlank(text) ? [] : readers]);
    if (isBlank(text)) await db.query(REMOVE_EMPTY, [uid, part]);
  });
  const { rows } = await context.pool.query<{ id: string }>(OPEN_ASK, [uid]);
  if (rows[0]) publishAsk(context, rows[0].id, 'friends only');
  return getPlan(context, uid);
}

const REMOVE_EMPTY = `
  delete from plan_parts p where owner = $1 and part = $2
    and not exists (select from plan_friends f where f.owner = p.owner and f.part = p.part)`;

/** What friend $1 may read of the person whose open ask they know by $2. */
const FOR_FRIEND = `
  select a.uid, p.part, p.words as sealed
  from ask_recipients n join asks a on a.id = n.ask
  left join plan_friends f on f.owner = a.uid and f.friend = n.friend and f.role = 'reader'
  left join plan_parts p on p.owner = f.owner and p.part = f.part
  where n.friend = $1 and n.id = $2 and n.withdrawn_at is null and n.answer in ('yes', 'later') and a.opens_at <= now() and a.eased_at is null and not is_closed(a)
    and exists (select from connections c where c.owner = a.uid and c.other = n.friend)
  ${IN_ORDER}`;

/** @throws {ProductError} not_found, when that ask is not there, or does not ask the friend */
export async function getPlanOfFriend({ config, pool }: Needs, friend: string, ask: string): Promise<FriendPlan> {
  const { rows } = await pool.query<{ uid: string; part: PlanPartName | null; sealed: Buffer }>({
    ...{ name: 'plan-of-friend', text: FOR_FRIEND, values: [friend, ask] },
  });
  if (rows.length === 0) throw new ProductError('not_found');
  const parts = rows.flatMap(({ uid, part, sealed }) => {
    const words = part && unseal(config.authSecret, uid, part, sealed);
    return part && words ? [{ part, words }] : [];
  });
  return { parts };
}

/** SQL: when two part, neither has the other in a plan any more. */
export const LEAVE_PLANS =
  'delete from plan_friends where (owner, friend) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid))';
