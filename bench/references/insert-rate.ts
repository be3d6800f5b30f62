import { CONTENT } from '#bench/loads/message-content.ts';
import { ask } from '#bench/rig/child-processes.ts';
import type { InsertLoop } from './insert-loop.ts';
import { findPgbench, runPgbench } from './pgbench.ts';

/** How fast single rows go into a table, each in a commit of its own. */
export interface InsertRate {
  perSecond: number;
  /** The middle time of one insert with its commit. Only with one client. */
  medianMs: number;
}

/** The reference of the chat: single-row prepared inserts into the messages table. */
export interface Inserts {
  /** What does them, in words. */
  by: string;
  run(clients: number, seconds: number): Promise<InsertRate>;
}

/** Invented people, as many as there are in the chat: no row of theirs is counted as a message of the product's. */
const NOBODY_AMONG = 100;

/**
 * pgbench, where the machine has one.
 * @param folder where it may write
 */
export async function openInserts(databaseUrl: string, folder: string): Promise<Inserts> {
  const pgbench = await findPgbench();
  if (!pgbench) {
    const values = `uuidv7(), lpad($1, 32, '0')::uuid, lpad($2, 32, '1')::uuid, '${CONTENT}'`;
    const statement = `insert into messages (id, sender, receiver, content) values (${values})`;
    return {
      by: 'prepared INSERTs by `pg` (this machine has no pgbench)',
      run: (clients, seconds) =>
        ask<InsertRate>('references/insert-loop.ts', {
          databaseUrl,
          statement,
          people: NOBODY_AMONG,
          clients,
          seconds,
        } satisfies InsertLoop),
    };
  }
  const script = `
\\set one random(1, ${NOBODY_AMONG})
\\set other random(1, ${NOBODY_AMONG})
insert into messages (id, sender, receiver, content) values (uuidv7(), lpad(:one::text, 32, '0')::uuid, lpad(:other::text, 32, '1')::uuid, '${CONTENT}');
`;
  return {
    by: pgbench.version,
    run: (clients, seconds) => runPgbench(pgbench, { databaseUrl, folder, script, clients, seconds }),
  };
}
