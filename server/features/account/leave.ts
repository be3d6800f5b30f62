import type { Context } from '../../context.ts';

/**
 * Removes a person and all that is theirs, conversations included, for good (docs/decisions/0011-leaving.md). Their
 * cookies end with it, their sockets at once on this node and within seconds on others; their friends' open browsers
 * fetch their circles again.
 */
export async function leave({ pool, live, identity }: Context, uid: string): Promise<void> {
  const { rows } = await pool.query<{ other: string }>('select other from connections where owner = $1', [uid]);
  await identity.removePerson(uid);
  live.tell(
    rows.map(({ other }) => other),
    { type: 'refetch' },
  );
}
