import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';

/** Whose data is read, and in which session; undefined for the operator. */
export interface ExportedPerson {
  uid: string;
  sessionId?: string;
}

/** A statement for one page of at most `page` rows, after the position in its last parameters. */
export interface Paged {
  text: string;
  page: number;
}

const SIGNED_IN = 'select from sessions where id = $1 and user_id = $2 and expires_at > now()';

/** A row of an export. */
export type Row = Record<string, unknown>;

/** A row with its position, which is left out of the export. The next page begins after the last row's position. */
interface PositionedRow {
  place: string;
}

/** Separates the parts of a position, in SQL and here. No time, id or number contains it. */
export const POSITION_SEPARATOR = '|';

/**
 * Reads one person's rows in pages by key, as fast at the end as at the start. A connection is held for one page, not while a
 * slow reader takes it. After the session has ended no more rows are returned.
 */
export class ExportPages {
  readonly #pool: pg.Pool;
  readonly #person: ExportedPerson;

  constructor(pool: pg.Pool, person: ExportedPerson) {
    this.#pool = pool;
    this.#person = person;
  }

  /** The rows of a statement with one page at most. Its first parameter is the uid. @throws {ProductError} not_signed_in */
  async rows<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
    const { uid, sessionId } = this.#person;
    const connection = await this.#pool.connect();
    let isBroken = true;
    try {
      const { rows } = await connection.query<Row>(statement, [uid, ...values]);
      const isAllowed = !sessionId || (await connection.query(SIGNED_IN, [sessionId, uid])).rowCount;
      isBroken = false;
      if (!isAllowed) throw new ProductError('not_signed_in');
      return rows;
    } finally {
      connection.release(isBroken);
    }
  }

  /**
   * All rows of a statement, page after page.
   * @param start the position before the first row: the statement's last parameters
   * @param values the other parameters after the uid
   */
  async *pages({ text, page }: Paged, start: string[], values: unknown[] = []): AsyncGenerator<Row[]> {
    for (let place = start; ; ) {
      const rows = await this.rows<PositionedRow>(text, [...values, ...place]);
      yield rows.map(({ place: _, ...row }) => row);
      if (rows.length < page) return;
      place = rows.at(-1)!.place.split(POSITION_SEPARATOR);
    }
  }
}
