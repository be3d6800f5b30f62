import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Call } from '#bench/loads/timed-calls-load.ts';
import { median } from '#bench/report/statistics.ts';
import { runScript } from './child-processes.ts';
import type { PopulatedDatabase } from './populations.ts';
import { type RunContext, startNode } from './product.ts';

/** PostgreSQL writes this once for each statement that it receives. */
const STATEMENT = /LOG: {2}(statement|execute [^:]*): /g;

/**
 * How many statements a call sends to the database, counted in PostgreSQL's log. The median of some calls, because the
 * product's background work adds statements to single calls.
 */
export async function countStatements(
  context: RunContext,
  { databaseUrl, authSecret }: PopulatedDatabase,
  calls: Omit<Call, 'origin'>[],
): Promise<number> {
  const logged = new URL(databaseUrl);
  logged.searchParams.set('options', '-c log_statement=all');
  await using product = await startNode(context, { name: 'statements', databaseUrl: logged.href, authSecret });
  const log = join(context.cluster.folder, 'postgres.log');
  const counts: number[] = [];
  for (const call of calls) {
    const { size } = await stat(log);
    await runScript('loads/timed-calls-load.ts', { calls: [{ ...call, origin: product.url }] });
    const written = (await readFile(log)).subarray(size).toString();
    counts.push([...written.matchAll(STATEMENT)].length);
  }
  return median(counts);
}
