import type { Context } from '../../context.ts';
import type { SignedInPerson } from '../identity/index.ts';

/**
 * Removes a person and all that is theirs, conversations included, for good (docs/decisions/0011-leaving.md). Their
 * cookies end with it, their sockets at once on this node and within seconds on others; their friends' open browsers
 * fetch their circles again.
 */
export async function leave({ pool, live, identity }: Context, person: SignedInPerson): Promise<void> {
  const { rows } = await pool.query<{ other: string }>('select other from connections where owner = $1', [person.uid]);
  await identity.removePerson(person);
  live.tell(
    rows.map(({ other }) => other),
    { type: 'refetch' },
  );
}
