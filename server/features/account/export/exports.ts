import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { payerOf } from '#server/features/identity/index.ts';
import { createRoom, type Place, RateLimitExceeded } from '#server/limits/index.ts';

export interface ExportedPerson {
  uid: string;
  sessionId?: string;
}

const isOnItsWay = () => new RateLimitExceeded((t) => t.yourDataIsOnItsWay, RETRY_AFTER_S);

export type Row = Record<string, unknown>;

/** Reads all rows of a statement in pages. Its $1 is the person's uid, then come `values`. */
export type ReadPages = (statement: string, values?: unknown[], pageSize?: number) => AsyncGenerator<Row[]>;

export type Exports = ReturnType<typeof createExports>;

/** At once on a node: each holds a connection. */
const PLACES = { max: 4, maxOfOne: 1 };
/** Migrations wait for these transactions. */
const MAX_MS = 15 * 60_000;
const PAGE_SIZE = 500;
const RETRY_AFTER_S = 30;

const BEGIN = [
  'begin isolation level repeatable read read only',
  ...['jit', 'enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'].map((name) => `set local ${name} = off`),
].join('; ');

/** The transaction releases it, also after a crash. */
const LOCK = `select pg_try_advisory_xact_lock(hashtextextended('export ' || $1, 0)) as "isFree"`;

const SIGNED_IN = 'select from sessions where id = $1 and user_id = $2 and expires_at > now()';

/** Accounts are free, so a network's new ones share a place. */
const PAYER = `select ${payerOf('u')} as payer from users u where u.id = $1`;

/** @param sessionPool sees sessions that end; the transaction does not */
export function createExports(pool: pg.Pool, sessionPool: pg.Pool) {
  const running = new Set<string>();
  const places = createRoom({ ...PLACES, refusal: () => new ProductError('unavailable') });

  async function* readPages(
    db: pg.ClientBase,
    { uid, sessionId }: ExportedPerson,
    [statement, values = [], pageSize = PAGE_SIZE]: Parameters<ReadPages>,
  ): AsyncGenerator<Row[]> {
    await db.query(`declare page_cursor no scroll cursor for ${statement}`, [uid, ...values]);
    for (let isMore = true; isMore; ) {
      const { rows } = await db.query<Row>(`fetch ${pageSize} from page_cursor`);
      if (sessionId && !(await sessionPool.query(SIGNED_IN, [sessionId, uid])).rowCount)
        throw new ProductError('not_signed_in');
      if (rows.length > 0) yield rows;
      isMore = rows.length === pageSize;
    }
    await db.query('close page_cursor');
  }

  return {
    /**
     * Reads one moment, for 15 minutes at most. After ten seconds it breaks off when another person needs its place.
     * @throws {ProductError} too_many for a second file, unavailable, not_signed_in
     */
    async *read<Chunk>(
      person: ExportedPerson,
      work: (pages: ReadPages) => AsyncGenerator<Chunk>,
    ): AsyncGenerator<Chunk> {
      const { uid } = person;
      if (running.has(uid)) throw isOnItsWay();
      running.add(uid);
      let db: pg.PoolClient | undefined;
      let place: Place | undefined;
      try {
        const { rows: payers } = await sessionPool.query<{ payer: string }>(PAYER, [uid]);
        // When it gives way, its next query fails.
        place = places.take([payers[0]?.payer ?? uid], 1, () => db?.release(true));
        db = await pool.connect();
        await db.query(BEGIN);
        const { rows } = await db.query<{ isFree: boolean }>(LOCK, [uid]);
        if (!rows[0]?.isFree) throw isOnItsWay();
        const connection = db;
        const endAt = performance.now() + MAX_MS;
        for await (const chunk of work((...page) => readPages(connection, person, page))) {
          yield chunk;
          if (performance.now() > endAt) throw new ProductError('unavailable');
        }
      } finally {
        running.delete(uid);
        if (place?.release())
          await db?.query('rollback').then(
            () => db?.release(),
            () => db?.release(true),
          );
      }
    },
  };
}
