import type pg from 'pg';
import { connectDatabase } from '#server/database/connect.ts';
import { openSearchPool } from '#server/features/people/index.ts';
import { searchPeople } from '#server/features/people/search-people.ts';

/** The search without the server around it, and the scan that it is there to avoid. Both answer the uids they found. */
export interface DatabaseSearch extends AsyncDisposable {
  search(searcher: string, text: string): Promise<string[]>;
  scan(searcher: string, text: string): Promise<string[]>;
  /** The statement of the search, as the server sends it. */
  statement(): Promise<string>;
  pool: pg.Pool;
}

export function openDatabaseSearch(databaseUrl: string): DatabaseSearch {
  const pool = openSearchPool(databaseUrl);
  const withoutIndexes = connectDatabase(databaseUrl, {
    max: 1,
    answerWithinMs: Number.POSITIVE_INFINITY,
    settings: ['indexscan', 'indexonlyscan', 'bitmapscan'].map((way) => `enable_${way} = off`),
  });
  return {
    pool,
    async search(searcher, text) {
      return (await searchPeople({ searchPool: pool }, searcher, text)).map(({ uid }) => uid);
    },
    async scan(searcher, text) {
      const values = [searcher, containing(text), beginningWith(text), containing(phoneDigits(text) ?? text)];
      const { rows } = await withoutIndexes.pool.query<{ uid: string }>({ name: 'scan', text: SCAN, values });
      return rows.map(({ uid }) => uid);
    },
    async statement() {
      const sent: string[] = [];
      const query = async ({ text }: { text: string }) => {
        sent.push(text);
        return { rows: [] };
      };
      await searchPeople({ searchPool: { query } as unknown as pg.Pool }, '', 'anybody');
      return sent[0]!;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([pool.end(), withoutIndexes.pool.end()]);
    },
  };
}

const SCAN = `
  select id as uid from users
  where (firstname ilike $2 or lastname ilike $2 or phonenumber ilike $2 or phone_e164 ilike $2
      or phonenumber ilike $4 or phone_e164 ilike $4) and id <> $1
  order by (firstname ilike $3 or lastname ilike $3) desc, firstname, lastname, id
  limit 50`;

function containing(text: string): string {
  return `%${beginningWith(text)}`;
}

function beginningWith(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}

function phoneDigits(text: string): string | undefined {
  const digits = text.replace(/\D/g, '');
  return /^[\d\s()+./-]+$/.test(text) && digits.length >= 3 ? digits : undefined;
}
