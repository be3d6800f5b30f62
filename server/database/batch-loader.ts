interface Waiting<Found> {
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

/** The most keys of one query: between two, everybody else has a turn. */
const MOST = 100;

/**
 * Makes one look-up of many: what is asked while a query is under way goes together in the next one. A look-up by itself
 * waits for nothing, and none is ever answered by a query that began before it was asked.
 * @param find one query for all of these keys; a key that it does not answer is not there
 */
export function createBatchLoader<Key, Found>(
  find: (keys: Key[]) => Promise<Map<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  const waiting = new Map<Key, Waiting<Found>[]>();
  let finding = false;

  async function drain(): Promise<void> {
    finding = true;
    while (waiting.size > 0) {
      const asked = waiting.entries().take(MOST).toArray();
      for (const [key] of asked) waiting.delete(key);
      try {
        const found = await find(asked.map(([key]) => key));
        for (const [key, those] of asked) for (const { resolve } of those) resolve(found.get(key));
      } catch (error) {
        for (const [, those] of asked) for (const { reject } of those) reject(error);
      }
    }
    finding = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const those = waiting.get(key);
      if (those) those.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
      if (!finding) void drain();
    });
}
