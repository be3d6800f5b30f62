import type pg from 'pg';
import type { Context } from '#server/context.ts';
import { findPromises, publishWithoutPromises } from '#server/features/asks/index.ts';
import type { BeforeRemoval, SignedInPerson } from '#server/features/identity/index.ts';
import { type NewTexts, settleBeforeLeaving } from '#server/features/texts/index.ts';
import { forgetAtOnce } from './forget-departed.ts';

/** Deletes an account: it is invisible at once, and its rows are purged later (docs/decisions/0011-leaving.md). */
export async function leave(context: Context, person: SignedInPerson): Promise<void> {
  const { live, identity, purgeWorker } = context;
  await leaveWith({ ...context, state: context.outbox.newTexts('general') }, person.uid, {
    remove: (before) => identity.removePerson(person, before),
    async tell(friends, promises) {
      // To friends it looks as if the person had ended the connection.
      live.publish(friends, { type: 'gone', uid: person.uid });
      await publishWithoutPromises(context, promises);
    },
  });
  purgeWorker.wake();
}

interface Steps {
  remove(before: BeforeRemoval): Promise<void>;
  /** @param promises asks for which the person would have reached out */
  tell(friends: string[], promises: string[]): Promise<void>;
}

/** Closed asks that the person made, with the rows of their friends, and rows of the person in friends' closed asks. */
const FORGET_CLOSED_ASKS = [
  `delete from asks where id in (select id from asks where uid = $1 and closed_at is not null limit 20)`,
  `delete from ask_recipients where (friend, id) in (
    select n.friend, n.id from ask_recipients n join asks a on a.id = n.ask
    where n.friend = $1 and a.closed_at is not null limit 1000
  )`,
];

/** Before the account's row is locked, as there may be a million rows: with it locked, calls to this friend and all own calls wait. */
async function forgetClosedAsks(pool: pg.Pool, uid: string): Promise<void> {
  for (const step of FORGET_CLOSED_ASKS) while ((await pool.query(step, [uid])).rowCount);
}

/** The steps of leaving and of the operator's command. A running server purges within half a minute. */
export async function leaveWith(
  { log, pool, state }: Pick<Context, 'log' | 'pool'> & { state: NewTexts },
  uid: string,
  { remove, tell }: Steps,
): Promise<void> {
  const { rows } = await pool.query<{ other: string }>('select other from connections where owner = $1', [uid]);
  const promises = await findPromises(pool, uid, null);
  await forgetClosedAsks(pool, uid);
  await remove((db) => settleBeforeLeaving(db, uid, state));
  await tell(
    rows.map(({ other }) => other),
    promises,
  );
  await forgetAtOnce(pool, uid).catch((error) =>
    log.warn({ err: error }, "a deleted account's number could not be removed now, and will be by the purge"),
  );
}
