import type { Context } from '#server/context.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';

/**
 * Removes a person for good (docs/decisions/0011-leaving.md). When it returns they are gone for everybody, and what they
 * wrote cannot be seen any more; it is purged from then on, whatever crashes. Their cookies end with it, their sockets at
 * once on this node and within seconds on others; their friends' open browsers fetch their circles again.
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
