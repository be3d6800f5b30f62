/** How many connections to PostgreSQL a pool opens at most, and how many of them it holds open from the start. */
interface Share {
  max: number;
  /** Held open, so that what may not fail goes on when others have used up PostgreSQL's `max_connections`. */
  kept: number;
}

/** The connections of one node, by what they are for: the only place that says how many. */
export const CONNECTIONS = {
  /** Moods, lists, sessions, texts. */
  main: { max: 8, kept: 3 },
  /** Storing chat messages: a message waits for no list. */
  chat: { max: 1, kept: 1 },
  /** The identity provider. Sign-ups are slow, and moods and lists do not wait for them. */
  identity: { max: 4, kept: 1 },
  search: { max: 2, kept: 1 },
  limits: { max: 2, kept: 1 },
  /** Exports: one connection reads their pages, the other holds the lock of each person who has one under way. */
  exports: { max: 2, kept: 0 },
  /** What takes as long as it takes: bringing the schema up to date, removing a person. */
  patient: { max: 2, kept: 0 },
} as const satisfies Record<string, Share>;

/** Listening to other nodes through PostgreSQL, and the lock of an embedded database's folder. */
const SINGLE = 1;

/** At most so many connections of a node are open at once, and so many of them from the start. */
export function connectionBudget(): { max: number; kept: number } {
  const shares = Object.values(CONNECTIONS);
  return {
    max: shares.reduce((sum, { max }) => sum + max, SINGLE),
    kept: shares.reduce((sum, { kept }) => sum + kept, SINGLE),
  };
}
