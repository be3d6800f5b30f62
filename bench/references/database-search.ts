import type { CountryCode } from 'libphonenumber-js';
import type pg from 'pg';
import { openPool } from '#server/database/connect.ts';
import { openSearchPool } from '#server/features/people/index.ts';
import { parseQuery } from '#server/features/people/search/parse-query.ts';
import { searchPeople } from '#server/features/people/search/search-people.ts';

/** The product's search without the server around it, and the sequential scan that it avoids. Both return uids. */
export interface DatabaseSearch extends AsyncDisposable {
  search(searcher: string, text: string): Promise<string[]>;
  scan(searcher: string, text: string): Promise<string[]>;
  /** The SQL statements that the server sends for searches. */
  statements(): Promise<string[]>;
  pool: pg.Pool;
}

const COUNTRY: CountryCode = 'US';
const config = { defaultCountry: COUNTRY };

export function openDatabaseSearch(databaseUrl: string): DatabaseSearch {
  const pool = openSearchPool(databaseUrl);
  const withoutIndexes = openPool(databaseUrl, {
    max: 1,
    statementTimeoutMs: Number.POSITIVE_INFINITY,
    settings: ['indexscan', 'indexonlyscan', 'bitmapscan'].map((way) => `enable_${way} = off`),
  });
  return {
    pool,
    async search(searcher, text) {
      return (await searchPeople({ searchPool: pool, config }, searcher, text)).map(({ uid }) => uid);
    },
    async scan(searcher, text) {
      const { rows } = await withoutIndexes.query<{ uid: string }>(scanFor(searcher, text));
      return rows.map(({ uid }) => uid);
    },
    async statements() {
      const sent: string[] = [];
      const query = async ({ text }: { text: string }) => {
        sent.push(text);
        return { rows: [] };
      };
      for (const text of ['anybody', 'any body'])
        await searchPeople({ searchPool: { query } as unknown as pg.Pool, config }, '', text);
      return sent;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([pool.end(), withoutIndexes.end()]);
    },
  };
}

/** A statement that compares the text and its other forms as patterns, and only those that the text needs. */
function scanFor(searcher: string, text: string) {
  const { anywhere, inBothNames } = parseQuery(text, COUNTRY)!;
  const values = [searcher, beginningWith(text)];
  const like = (column: string, pattern: string) => `${column} ilike $${values.push(pattern)}`;
  const conditions = anywhere
    .map(containing)
    .flatMap((pattern, form) => [
      ...(form === 0 ? ['firstname', 'lastname'] : []).map((column) => like(column, pattern)),
      like('phonenumber', pattern),
      like('phone_key', pattern),
      ...(form === 0
        ? []
        : [like('phone_digits(phonenumber)', pattern), like('phone_with_trunk_0(phone_key)', pattern)]),
    ]);
  for (const parts of inBothNames) {
    const [part, other] = parts.map(containing) as [string, string];
    conditions.push(`(${like('firstname', part)} and ${like('lastname', other)})`);
    conditions.push(`(${like('lastname', part)} and ${like('firstname', other)})`);
  }
  const name = `scan ${anywhere.length} ${inBothNames.length}`;
  const statement = `
    select id as uid from users where id <> $1 and (${conditions.join(' or ')})
    order by (firstname ilike $2 or lastname ilike $2) desc, firstname, lastname, id
    limit 50`;
  return { name, text: statement, values };
}

function containing(text: string): string {
  return `%${beginningWith(text)}`;
}

function beginningWith(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}
