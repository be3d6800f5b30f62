import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { SignedInPerson } from '../identity/index.ts';

/** Rows of a page. A message has 10,000 characters at most, and a page is in memory while its reader is slow. */
export const PAGE = 500;

const SIGNED_IN = 'select from sessions where id = $1 and user_id = $2 and expires_at > now()';

/** A row with where it stands, which does not go into the export: the next page begins behind the last one's. */
interface Placed {
  place: string[];
}

/**
 * One person's rows, page by page behind a key, as fast at the end as at the beginning. A connection is held for a page
 * and not for its reader. When the session ends, or its person leaves, no further row is handed out.
 */
export class ExportPages {
  readonly #pool: pg.Pool;
  readonly #person: SignedInPerson;

  constructor(pool: pg.Pool, person: SignedInPerson) {
    this.#pool = pool;
    this.#person = person;
  }

  /** All rows of a statement of at most a page: its first parameter is the uid. @throws {ProductError} not_signed_in */
  async rows<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
    const { uid, sessionId } = this.#person;
    const connection = await this.#pool.connect();
    let isBroken = true;
    try {
      const { rows } = await connection.query<Row>(statement, [uid, ...values]);
      const { rowCount } = await connection.query(SIGNED_IN, [sessionId, uid]);
      isBroken = false;
      if (!rowCount) throw new ProductError('not_signed_in');
      return rows;
    } finally {
      connection.release(isBroken);
    }
  }

  /**
   * Page after page of a statement.
   * @param start what stands before the first row: the statement's last parameters
   * @param values its other parameters after the uid
   */
  async *behind(statement: string, start: string[], values: unknown[] = []): AsyncGenerator<Record<string, unknown>> {
    for (let place = start; ; ) {
      const rows = await this.rows<Placed>(statement, [...values, ...place]);
      for (const { place: here, ...row } of rows) {
        place = here;
        yield row;
      }
      if (rows.length < PAGE) return;
    }
  }
}
