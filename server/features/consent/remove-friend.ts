import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { findPromises, publishWithoutPromises } from '#server/features/asks/index.ts';
import { KEPT_CONTROLS, lockPair } from '#server/features/circle/index.ts';
import { endInvite } from '#server/features/invites/index.ts';
import { LEAVE_PLANS } from '#server/features/plan/index.ts';

/** Who leaves with very much holds their row for seconds: this waits for it without holding the other person's. */
async function waitFor(db: pg.ClientBase, uid: string): Promise<void> {
  await db.query('savepoint alone');
  await db.query('select from users where id = $1 for no key update', [uid]);
  await db.query('rollback to savepoint alone');
}

const LOCK_PEOPLE = 'select from users where id in ($1, $2) order by id for no key update';

/** In the order in which messages lock the two rows. */
const LOCK = `
  select from connections where (owner, other) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid))
  order by owner, other for update`;

const END = `
  with ended as (
    delete from connections where (owner, other) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid))
    returning owner, other, owner = $1 as ended_by_owner, ${KEPT_CONTROLS.join(', ')}
  )
  insert into past_connections (owner, other, ended_by_owner, ${KEPT_CONTROLS.join(', ')})
  select * from ended
  on conflict (owner, other) do update set ended_at = now(), ended_by_owner = excluded.ended_by_owner,
    ${KEPT_CONTROLS.map((column) => `${column} = excluded.${column}`).join(', ')}
  returning owner`;

const PUSHES = `
  delete from pushes p using push_devices d
  where d.id = p.device and (d.uid, p.author) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid))`;

const ANSWERS = `
  delete from ask_recipients n using asks a
  where a.id = n.ask and (a.uid, n.friend) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid))`;

/** The asker cannot tell a request that waits from a declined one, so both stay. This time keeps it from the asked person's export. */
const REQUESTS = `
  update connection_requests set declined_at = '-infinity'
  where (asker, asked) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid)) and declined_at is null`;

/** An ask that opens at this moment comes before, or opens without the friend. */
const LOCK_ASKS = 'select from asks where uid in ($1, $2) and closed_at is null order by id for no key update';

/**
 * Messages and settings stay stored, and come back when the two reconnect.
 * @returns the asks for which one would have reached out to the other; undefined when there was no connection
 */
async function endConnection(db: pg.ClientBase, uid: string, friend: string): Promise<string[] | undefined> {
  for (const person of [friend, uid]) await waitFor(db, person);
  for (const lock of [LOCK_PEOPLE, LOCK, LOCK_ASKS]) await db.query(lock, [uid, friend]);
  const promises = [...(await findPromises(db, friend, uid)), ...(await findPromises(db, uid, friend))];
  const { rowCount } = await db.query(END, [uid, friend]);
  for (const statement of [PUSHES, ANSWERS, REQUESTS, LEAVE_PLANS]) await db.query(statement, [uid, friend]);
  return rowCount ? promises : undefined;
}

/** @returns whether there was a connection */
async function separate(context: Context, uid: string, other: string, block: boolean): Promise<boolean> {
  const promises = await inTransaction(context.pool, async (db) => {
    await lockPair(db, uid, other);
    const ended = await endConnection(db, uid, other);
    if (block) await storeBlock(db, uid, other);
    else if (ended && (await asksFirst(db, uid))) await endInvite(db, uid);
    return ended;
  });
  if (!promises) return false;
  context.live.publish([uid], { type: 'gone', uid: other });
  context.live.publish([other], { type: 'gone', uid });
  await publishWithoutPromises(context, promises);
  return true;
}

/**
 * The link of a person who asks first ends, too: the friend could come back by it without a question.
 * @param block keeps the two from finding each other
 * @throws {ProductError} not_found for people who are no friends
 */
export async function removeFriend(context: Context, uid: string, friend: string, block: boolean): Promise<void> {
  if (!(await separate(context, uid, friend, block))) throw new ProductError('not_found');
}

const MAY_KNOW = `
  select from users where id = $2 and not exists (select from blocks where owner = $2 and other = $1)`;

/**
 * Who blocks first cannot come back at will, so the block is always stored.
 * @throws {ProductError} not_found for missing people, and for those who have blocked the person
 */
export async function blockPerson(context: Context, uid: string, other: string): Promise<void> {
  if (uid === other) throw new ProductError('invalid', (t) => t.youCannotBlockYourself);
  await separate(context, uid, other, true);
  const { rowCount } = await context.pool.query(MAY_KNOW, [uid, other]);
  if (rowCount === 0) throw new ProductError('not_found');
}

async function asksFirst(db: pg.ClientBase, uid: string): Promise<boolean> {
  return (await db.query('select from users where id = $1 and asks_first', [uid])).rowCount === 1;
}

/** The person's link ends, too, or the other one could come in with another account; also when the other may have left, so it never tells. */
async function storeBlock(db: pg.ClientBase, uid: string, other: string): Promise<void> {
  await db.query(
    'insert into blocks (owner, other) select $1, id from users where id = $2 and id <> $1 on conflict do nothing',
    [uid, other],
  );
  // As after leaving: 202 to a repeated request and 404 to a block would tell it.
  await db.query('delete from connection_requests where asker = $2 and asked = $1', [uid, other]);
  if (uid !== other) await endInvite(db, uid);
}
