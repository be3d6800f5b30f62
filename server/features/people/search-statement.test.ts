import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { openSearchPool } from './open-search-pool.ts';
import { searchStatement } from './search-statement.ts';

const database = await createTestDatabase();
const searchPool = openSearchPool(database.url);
afterAll(async () => {
  await searchPool.end();
  await database.drop();
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test('a search reads ranges of an index and ends them early, however many people match', async () => {
  await database.pool.query(
    `insert into users (id, name, firstname, lastname, email, phonenumber, phone_e164)
     select gen_random_uuid(), '', case n % 3 when 0 then 'Maria' when 1 then 'Annamaria' else 'Wei' end, 'No ' || n,
       n || '@example.com', '(415) 55' || n, '+141555' || n
     from generate_series(10000, 14000) n`,
  );
  await database.pool.query('vacuum analyze');
  const keys = 100;
  const client = await searchPool.connect();
  onTestFinished(() => client.release());
  await client.query(`prepare search (uuid, text, text) as ${searchStatement(keys)}`);

  for (const values of ["'maria', null", "'(415) 55', '41555'", "'zzz', null", `'maria${'x'.repeat(60)}', null`]) {
    const { rows } = await client.query(
      `explain (analyze, format json) execute search ('00000000-0000-0000-0000-000000000000', ${values})`,
    );
    const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
    const ranges = nodes.filter((node) => node['Relation Name'] === 'search_keys');
    expect(ranges).toHaveLength(4);
    for (const range of ranges) {
      expect(range).toMatchObject({ 'Node Type': 'Index Only Scan', 'Index Name': 'search_keys_lookup' });
      expect(range['Index Cond']).toMatch(/begins = (true|false)\) AND \(key >= .* AND \(key <= /);
      expect(range['Actual Rows']).toBeLessThanOrEqual(keys);
    }
    const people = nodes.filter((node) => node['Relation Name'] === 'users');
    expect(people.length).toBeGreaterThan(0);
    for (const node of people) expect(node).toMatchObject({ 'Node Type': 'Index Scan', 'Index Name': 'users_pkey' });
  }
});
