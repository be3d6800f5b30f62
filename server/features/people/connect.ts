import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { ConnectionEntry, Message } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { findConnection } from '#server/features/circle/index.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';
import { type Count, LIMITS } from '#server/limits/index.ts';
import { connectOnce, lockConnectable, type OnConnecting } from './store-connection.ts';

export const ASKED = Symbol('asked');

interface Connecting {
  network: string;
  /** A link of the other person's is their consent: they are not asked. */
  isInvited?: boolean;
  onConnecting?: OnConnecting;
}

/** Connects two people (spec §4), or asks one who asks first. @throws {ProductError} not_found (also for a block), too_many */
export async function connect(
  context: Context,
  { uid: asker, isNew }: Pick<SignedInPerson, 'uid' | 'isNew'>,
  other: string,
  { network, isInvited = false, onConnecting }: Connecting,
): Promise<ConnectionEntry | typeof ASKED> {
  if (asker === other) throw new ProductError('invalid', (t) => t.youAreAlreadyWithYourself);
  const known = await findConnection(context.pool, asker, other);
  if (known) return known;
  if (!isInvited && (await hasAsked(context, asker, other))) return ASKED;
  const counts: Count[] = [
    ...(isNew ? [[LIMITS.connect.newAccount, asker] as const] : []),
    [LIMITS.connect.person, asker],
    [LIMITS.connect.network, network],
  ];
  // Counted first, so a refused call writes nothing.
  await context.limits.count(...counts);
  const greeting = await inTransaction<Message | typeof ASKED | undefined>(context.pool, async (db) => {
    await lockConnectable(db, asker, other);
    if (!isInvited && (await mustAsk(db, asker, other))) return ASKED;
    return connectOnce(db, asker, other, onConnecting);
  });
  if (greeting === ASKED) {
    context.live.publish([other], { type: 'requests' });
    return ASKED;
  }
  if (greeting) return publishConnection(context, asker, other, greeting);
  // The other person has connected the two meanwhile.
  await Promise.all(counts.map((counted) => context.limits.undo(...counted)));
  const entry = await findConnection(context.pool, asker, other);
  if (!entry) throw new ProductError('not_found');
  return entry;
}

/** After the commit. @returns the other person, for the list @throws {ProductError} not_found, for a deleted account */
export async function publishConnection(
  context: Context,
  asker: string,
  other: string,
  greeting: Message,
): Promise<ConnectionEntry> {
  context.causes.wake();
  // The message before the connection, whose entry already counts the greeting as unread.
  context.live.publish([asker, other], { type: 'message', message: greeting });
  const entry = await findConnection(context.pool, asker, other);
  const asOtherSees = await findConnection(context.pool, other, asker);
  if (entry) context.live.publish([asker], { type: 'connection', entry });
  if (asOtherSees) context.live.publish([other], { type: 'connection', entry: asOtherSees });
  if (!entry) throw new ProductError('not_found');
  return entry;
}

async function hasAsked({ pool }: Context, asker: string, asked: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'has-asked',
    text: 'select from connection_requests where asker = $1 and asked = $2',
    values: [asker, asked],
  });
  return rowCount === 1;
}

const ASK_FIRST = `
  insert into connection_requests (asker, asked)
  select $1, id from users where id = $2 and asks_first
    and not exists (select from connection_requests where asker = $2 and asked = $1 and declined_at is null)
    and not exists (select from connections where owner = $1 and other = $2)
  on conflict (asker, asked) do update set asked_at = connection_requests.asked_at`;

async function mustAsk(db: pg.ClientBase, asker: string, other: string): Promise<boolean> {
  const { rowCount } = await db.query(ASK_FIRST, [asker, other]);
  return rowCount !== 0;
}
