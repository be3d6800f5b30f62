import type pg from 'pg';
import { settle } from '#bench/rig/cluster.ts';
import type { Inserts } from './insert-rate.ts';

/** pgbench runs a second with each number of clients; every round then runs the best two for longer. */
const CLIENTS = [1, 2, 4, 8, 16, 32, 64];
const BEST = 2;

/** The best rate of single-row inserts on this machine, whatever the number of clients. */
export interface BestInsertRate {
  /** For the table's note. */
  by: string;
  /** @returns inserts per second */
  run(seconds: number): Promise<number>;
}

export async function openBestInsertRate(inserts: Inserts, db: pg.Pool): Promise<BestInsertRate> {
  await settle(db);
  const tried: { clients: number; perSecond: number }[] = [];
  for (const clients of CLIENTS) tried.push({ clients, ...(await inserts.run(clients, 1)) });
  tried.sort((a, b) => b.perSecond - a.perSecond);
  const counts = tried.slice(0, BEST).map(({ clients }) => clients);
  return {
    by: `${inserts.by}, best of ${CLIENTS.join(', ')} clients (${counts.join(' and ')})`,
    async run(seconds) {
      await settle(db);
      const rates: number[] = [];
      for (const clients of counts) rates.push((await inserts.run(clients, seconds)).perSecond);
      return Math.max(...rates);
    },
  };
}
