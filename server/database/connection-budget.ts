/** The connections to PostgreSQL of one pool. */
export interface Share {
  max: number;
  /** Held open from the start, so that the pool works even when PostgreSQL's `max_connections` are used up. */
  kept: number;
}

/** All connections of one node, by purpose. Only this file sets their numbers. */
export const CONNECTIONS = {
  /** Moods, lists, sessions. */
  main: { max: 6, kept: 2 },
  /** Stores chat messages, so that no list delays a message. */
  chat: { max: 1, kept: 1 },
  /** Makes, claims and settles texts and pushes: no flood of lists delays a call for support, nor the other way round. */
  outbox: { max: 3, kept: 2 },
  /** The identity provider: sign-ups are slow, and must not delay moods and lists. */
  identity: { max: 4, kept: 1 },
  search: { max: 2, kept: 1 },
  limits: { max: 2, kept: 1 },
  /** Counts the limits of texts, so that no flood of calls delays a call for support. */
  textLimits: { max: 1, kept: 1 },
  /** A connection each: see createExports. */
  exports: { max: 4, kept: 0 },
  /** Stores and reads photos: their bytes must not delay moods and lists. */
  photos: { max: 1, kept: 0 },
  /** Without a statement timeout: migrations, deleting and purging accounts. */
  patient: { max: 2, kept: 0 },
} as const satisfies Record<string, Share>;

/** The bus between nodes, or the lock of the embedded database's folder: a node has one of the two. */
const SINGLE = 1;

/** One node's connections: the most that are open at once, and how many are held open from the start. */
export function connectionBudget(): { max: number; kept: number } {
  const shares = Object.values(CONNECTIONS);
  return {
    max: shares.reduce((sum, { max }) => sum + max, SINGLE),
    kept: shares.reduce((sum, { kept }) => sum + kept, SINGLE),
  };
}
