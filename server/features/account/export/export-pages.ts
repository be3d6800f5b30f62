import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';

/** A statement of a page: so many rows at most, behind its last parameters. */
export interface Paged {
  text: string;
  page: number;
}

const SIGNED_IN = 'select from sessions where id = $1 and user_id = $2 and expires_at > now()';

/** A row of an export. */
export type Row = Record<string, unknown>;

/** With where it stands, which does not go into the export: the next page begins behind the last one's. */
interface Placed {
  place: string;
}

/** Between the parts of a place, in SQL and here: no time, id or number has it. */
export const PART = '|';

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
   * All rows of a statement, page after page.
   * @param start what stands before the first row: the statement's last parameters
   * @param values its other parameters after the uid
   */
  async *behind({ text, page }: Paged, start: string[], values: unknown[] = []): AsyncGenerator<Row[]> {
    for (let place = start; ; ) {
      const rows = await this.rows<Placed>(text, [...values, ...place]);
      yield rows.map(({ place: _, ...row }) => row);
      if (rows.length < page) return;
      place = rows.at(-1)!.place.split(PART);
    }
  }
}
