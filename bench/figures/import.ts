import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '#bench/report/figure.ts';
import { writeLargeFirebaseExport } from '#fixtures/firebase-export.ts';
import { openPool } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { importFirebase } from '#server/features/import/index.ts';

const SIZES = { full: { people: 100_000, messages: 1_000_000 }, quick: { people: 5_000, messages: 50_000 } };

/** An import from Firebase, against a second one of the same files, which stores nothing. */
export const importing: Figure = async ({ cluster, size, log }) => {
  const { people, messages } = SIZES[size];
  const folder = mkdtempSync(join(tmpdir(), 'firebase-'));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rmSync(folder, { recursive: true }));
  const files = await writeLargeFirebaseExport(folder, people, messages);
  const { databaseUrl } = await cluster.createDatabase('import');
  const pool = openPool(databaseUrl, { max: 2, statementTimeoutMs: Number.POSITIVE_INFINITY });
  opened.defer(() => pool.end());
  await migrate(pool);
  const seconds: number[] = [];
  for (const expected of [
    { people, messages },
    { people: 0, messages: 0 },
  ]) {
    const began = performance.now();
    const { taken } = await importFirebase(pool, 'US', files, false);
    if (taken.people !== expected.people || taken.messages !== expected.messages)
      throw new Error(`The import took ${JSON.stringify(taken)}.`);
    seconds.push((performance.now() - began) / 1_000);
    log(`${seconds.at(-1)!.toFixed(0)} s; this process holds ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`);
  }
  return {
    figure: 'an import from Firebase',
    unit: 's',
    ours: seconds[0]!,
    reference: seconds[1]!,
    goal: { atMost: 4 },
    note: `${people} people with six friends each and ${messages} messages; reference: the same files again, of which nothing is new`,
  };
};
