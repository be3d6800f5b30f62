interface Share {
  max: number;
  /** Held open from the start, so that the pool works even when PostgreSQL's `max_connections` are used up. */
  kept: number;
}

export const CONNECTIONS = {
  main: { max: 5, kept: 2 },
  /** Looks up sessions and stores moods: whatever waits for the main ones delays no call for support. */
  help: { max: 3, kept: 1 },
  chat: { max: 1, kept: 1 },
  /** Makes, limits, claims and settles texts and pushes: no flood of lists delays a call for support, nor the other way round. */
  outbox: { max: 4, kept: 3 },
  identity: { max: 4, kept: 1 },
  limits: { max: 2, kept: 1 },
  /** Searches, photos, exports and the purge of deleted accounts. Long or large work delays no message and no mood. */
  bulk: { max: 6, kept: 1 },
} as const satisfies Record<string, Share>;

/** The bus between nodes, or the lock of the embedded database's folder: a node has one of the two. */
const SINGLE = 1;

export function connectionBudget(): { max: number; kept: number } {
  const shares = Object.values(CONNECTIONS);
  return {
    max: shares.reduce((sum, { max }) => sum + max, SINGLE),
    kept: shares.reduce((sum, { kept }) => sum + kept, SINGLE),
  };
}
