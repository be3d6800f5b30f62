import { placeOnNodes, runChat, WINDOW } from '#bench/loads/chat-rate.ts';
import type { Figure, Measurement } from '#bench/report/figure.ts';
import { createAudit } from '#bench/rig/audit.ts';
import { settle, withoutCheckpoints } from '#bench/rig/cluster.ts';
import { textsSettled } from '#bench/rig/outbox-settled.ts';
import { connectedPairs } from '#bench/rig/people.ts';
import { startProduct } from '#bench/rig/product.ts';
import { logPosition, tableBytes } from '#bench/rig/stored-bytes.ts';

const PAIRS = 50;
const MESSAGES = { full: 200_000, quick: 30_000 };
/** The tables that a message adds rows to. Those that a version of the product does not have count nothing. */
const TABLES = ['messages', 'texts', 'causes'];

/** What a message with its text takes on disk, and what it writes to PostgreSQL's log. */
export const disk: Figure = {
  name: 'disk',
  async measure(context) {
    const { cluster, log, size } = context;
    const messages = MESSAGES[size];
    await using product = await startProduct(context, 'disk');
    const { db } = product;
    const pairs = await connectedPairs(product, PAIRS);
    const audit = createAudit(product, pairs);
    await settle(db);
    const bytesBefore = await tableBytes(db, TABLES);
    const logged = await withoutCheckpoints(cluster, async () => {
      const before = await logPosition(db);
      const length = { messages };
      const { acknowledged } = await runChat({ pairs: placeOnNodes(pairs, [product]), window: WINDOW, length });
      await textsSettled(db);
      const after = await logPosition(db);
      await audit.check(acknowledged);
      return after - before;
    });
    await db.query('vacuum');
    const stored = (await tableBytes(db, TABLES)) - bytesBefore;
    log(`${messages} messages: ${(stored / 1e6).toFixed(1)} MB on disk, ${(logged / 1e6).toFixed(1)} MB of log`);
    const note = `${messages} messages of ${PAIRS} pairs, both writing, ${WINDOW} in flight each, recorded without a gateway, audited; KB of 1,000 bytes`;
    return [
      measurement(
        'disk',
        stored / messages,
        0.45,
        `${TABLES.join(', ')} with their indexes, after a plain vacuum; ${note}`,
      ),
      measurement(
        'log (WAL)',
        logged / messages,
        0.7,
        `until every text is settled, without checkpoints and vacuum; ${note}`,
      ),
    ];
  },
};

/** @param bytes of one message */
function measurement(what: string, bytes: number, atMost: number, note: string): Measurement {
  return {
    figure: `${what} for a message with its text`,
    unit: 'KB',
    ours: bytes / 1_000,
    goal: { atMost },
    note,
  };
}
