import type { Context } from '#server/context.ts';
import { findPromises, publishWithoutPromises } from '#server/features/asks/index.ts';
import type { BeforeRemoval, SignedInPerson } from '#server/features/identity/index.ts';
import { type NewTexts, settleBeforeLeaving } from '#server/features/texts/index.ts';
import { forgetAtOnce } from './forget-departed.ts';

/** Deletes an account: it is invisible at once, and its rows are purged later (docs/decisions/0011-leaving.md). */
export async function leave(context: Context, person: SignedInPerson): Promise<void> {
  const { live, identity, purgeWorker } = context;
  const promises = await findPromises(context.pool, person.uid, null);
  await leaveWith({ ...context, state: context.outbox.newTexts('general') }, person.uid, {
    remove: (before) => identity.removePerson(person, before),
    // To friends it looks as if the person had ended the connection.
    refetch: async (friends) => live.publish(friends, { type: 'gone', uid: person.uid }),
  });
  purgeWorker.wake();
  await publishWithoutPromises(context, promises);
}

/** The steps of leaving and of the operator's command. A running server purges within half a minute. */
export async function leaveWith(
  { log, pool, state }: Pick<Context, 'log' | 'pool'> & { state: NewTexts },
  uid: string,
  { remove, refetch }: { remove(before: BeforeRemoval): Promise<void>; refetch(friends: string[]): Promise<void> },
): Promise<void> {
  const { rows } = await pool.query<{ other: string }>('select other from connections where owner = $1', [uid]);
  await remove((db) => settleBeforeLeaving(db, uid, state));
  await refetch(rows.map(({ other }) => other));
  await forgetAtOnce(pool, uid).catch((error) =>
    log.warn({ err: error }, "a deleted account's number could not be removed now, and will be by the purge"),
  );
}
