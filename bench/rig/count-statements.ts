import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Call } from '#bench/loads/timed-calls-load.ts';
import type { Ground } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { ask } from './child-processes.ts';
import type { Populated } from './populations.ts';
import { startNode } from './product.ts';

/** What PostgreSQL logs once for each statement that it is sent. */
const STATEMENT = /LOG: {2}(statement|execute [^:]*): /g;

/**
 * How many statements a call sends to the database, by PostgreSQL's own log: the middle one of some calls, because now and
 * then the product does something else beside.
 */
export async function statementsOf(
  ground: Ground,
  { databaseUrl, authSecret }: Populated,
  calls: Omit<Call, 'origin'>[],
): Promise<number> {
  const logged = new URL(databaseUrl);
  logged.searchParams.set('options', '-c log_statement=all');
  await using product = await startNode(ground, { name: 'statements', databaseUrl: logged.href, authSecret });
  const log = join(ground.cluster.folder, 'postgres.log');
  const counts: number[] = [];
  for (const call of calls) {
    const { size } = await stat(log);
    await ask('loads/timed-calls.ts', { calls: [{ ...call, origin: product.url }] });
    const written = (await readFile(log)).subarray(size).toString();
    counts.push([...written.matchAll(STATEMENT)].length);
  }
  return median(counts);
}
