import type pg from 'pg';
import { HOW, prepareChat, runChat } from '#bench/loads/run-chat.ts';
import type { Figure, Measurement } from '#bench/report/figure.ts';
import { allSent } from '#bench/rig/all-sent.ts';
import { type Cluster, settle } from '#bench/rig/cluster.ts';
import { startProduct } from '#bench/rig/product.ts';

const PAIRS = 50;
const MESSAGES = { full: 200_000, quick: 30_000 };
/** The tables that a message adds rows to. */
const TABLES = ['messages', 'texts', 'causes'];

/** What a message with its text takes on disk, and what it writes to PostgreSQL's log. */
export const disk: Figure = {
  name: 'disk',
  async measure({ cluster, size }) {
    const messages = MESSAGES[size];
    await using product = await startProduct(cluster, 'disk');
    const { db } = product;
    const { pairs, audit } = await prepareChat([product], PAIRS);
    await settle(db);
    await stopCheckpoints(cluster);
    const before = await readBytes(db);
    const { acknowledged } = await runChat(pairs, { messages });
    await allSent(db);
    const { logged } = await readBytes(db);
    await audit(acknowledged);
    await cluster.admin.query('alter system reset all');
    await cluster.admin.query('select pg_reload_conf()');
    await db.query('vacuum');
    const { stored } = await readBytes(db);
    const note = `${messages} messages of ${PAIRS} pairs, ${HOW}, recorded without a gateway, audited; KB of 1,000 bytes`;
    const measurement = (what: string, bytes: number, atMost: number, how: string): Measurement => ({
      figure: `${what} for a message with its text`,
      unit: 'KB',
      ours: bytes / messages / 1_000,
      goal: { atMost },
      note: `${how}; ${note}`,
    });
    const tables = `${TABLES.join(', ')} with their indexes, after a plain vacuum`;
    return [
      measurement('disk', stored - before.stored, 0.45, tables),
      measurement(
        'log (WAL)',
        logged - before.logged,
        0.7,
        'until every text is settled, without checkpoints and vacuum',
      ),
    ];
  },
};

/**
 * After a checkpoint the first change of each page writes the whole page to the log, which would make a count of the log's bytes
 * depend on chance.
 */
async function stopCheckpoints({ admin }: Cluster): Promise<void> {
  await admin.query("alter system set checkpoint_timeout = '1d'");
  await admin.query("alter system set max_wal_size = '64GB'");
  await admin.query('select pg_reload_conf()');
}

/** The bytes of the tables with their indexes, and of PostgreSQL's log since its beginning: all databases share it. */
async function readBytes(db: pg.Pool): Promise<{ stored: number; logged: number }> {
  const { rows } = await db.query<{ stored: string; logged: string }>(
    `select sum(pg_total_relation_size(name::regclass)) as stored, pg_current_wal_insert_lsn() - '0/0' as logged
     from unnest($1::text[]) as name`,
    [TABLES],
  );
  return { stored: Number(rows[0]!.stored), logged: Number(rows[0]!.logged) };
}
