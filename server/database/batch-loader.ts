interface Waiting<Found> {
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

const MAX_KEYS = 100;

/** Joins look-ups: keys that arrive during a query share the next. @param find by one query; omits unknown keys */
export function createBatchLoader<Key, Found>(
  find: (keys: Key[]) => Promise<Map<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  const waiting = new Map<Key, Waiting<Found>[]>();
  let isFinding = false;

  async function drain(): Promise<void> {
    isFinding = true;
    while (waiting.size > 0) {
      const asked = waiting.entries().take(MAX_KEYS).toArray();
      for (const [key] of asked) waiting.delete(key);
      try {
        const found = await find(asked.map(([key]) => key));
        for (const [key, those] of asked) for (const { resolve } of those) resolve(found.get(key));
      } catch (error) {
        for (const [, those] of asked) for (const { reject } of those) reject(error);
      }
    }
    isFinding = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const those = waiting.get(key);
      if (those) those.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
      if (!isFinding) void drain();
    });
}
