import { hashKey, type Query, type QueryKey } from '@tanstack/react-query';
import { queries } from '../query-cache.ts';
import { inKept, type KeptAnswer } from './kept-answers.ts';

/** Events come in groups. */
const WRITE_AFTER_MS = 1_000;

/** Keeps what changes in the answers of `owner`'s queries (`keptQuery`), until the returned function is called. */
export function keepAnswers(owner: string): () => void {
  const written = new Map<string, number>();
  const changed = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function note(query: Query): void {
    const { data, dataUpdatedAt: at } = query.state;
    if (!query.meta?.keep || data === undefined || at < performance.timeOrigin) return;
    if (written.get(query.queryHash) === at) return;
    written.set(query.queryHash, at);
    changed.add(query);
    timer ??= setTimeout(write, WRITE_AFTER_MS);
  }

  function write(): void {
    timer = undefined;
    const rows = [...changed].map(({ queryHash: query, meta, state: { data, dataUpdatedAt: at } }): KeptAnswer => {
      const keep = meta!.keep as (data: unknown) => unknown;
      return { owner, query, data: keep(data), at };
    });
    changed.clear();
    void inKept('readwrite', ({ answers }) => {
      for (const row of rows) answers.put(row);
      return undefined;
    });
  }

  const stop = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated') note(query);
  });
  for (const query of queries.getQueryCache().getAll()) note(query);
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Removes the kept answers of `owner`'s queries of one kind, the first part of their keys, except those of `keys`. */
export async function forgetAnswers(owner: string, kind: string, keys: readonly QueryKey[]): Promise<void> {
  const start = hashKey([kind]).slice(0, -1);
  const stay = new Set(keys.map(hashKey));
  await inKept('readwrite', ({ answers }) => {
    const known = answers.getAllKeys(IDBKeyRange.bound([owner], [owner, []]));
    known.onsuccess = () => {
      for (const key of known.result as [string, string][])
        if (key[1].startsWith(start) && !stay.has(key[1])) answers.delete(key);
    };
    return undefined;
  });
}
