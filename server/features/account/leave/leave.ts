import type { Context } from '#server/context.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';

/**
 * Deletes an account for good (docs/decisions/0011-leaving.md). When it returns, the person and their messages are
 * invisible to all others. The purge of their rows has begun and survives a crash. Their sessions have ended: their sockets
 * close at once, on all nodes. Their friends' open browsers fetch their circles again.
 */
export async function leave({ pool, live, identity, purgeWorker }: Context, person: SignedInPerson): Promise<void> {
  const { rows } = await pool.query<{ other: string }>('select other from connections where owner = $1', [person.uid]);
  await identity.removePerson(person);
  purgeWorker.wake();
  live.publish(
    rows.map(({ other }) => other),
    { type: 'refetch' },
  );
}
