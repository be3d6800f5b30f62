import { escapeLiteral } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { openSearchPool } from './open-search-pool.ts';
import { parseQuery } from './parse-query.ts';
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
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test('a search reads ranges of two indexes, no more than it needs, however many people match', async () => {
  // Keys are made in few statements, because a trigger for each row would take most of the test's time.
  await database.pool.query('alter table users disable trigger users_search_keys');
  await database.pool.query('alter table search_keys drop constraint search_keys_uid_fkey');
  for (let from = 10_000; from < 16_000; from += 1_000)
    await database.pool.query(
      `with person as (
         insert into users (id, name, firstname, lastname, email, phonenumber, phone_e164)
         select gen_random_uuid(), '', case n % 3 when 0 then 'Maria' when 1 then 'Annamaria' else 'Wei' end, 'No ' || n,
           n || '@example.com', '(415) 55' || n, '+141555' || n
         from generate_series($1::integer, $1 + 999) n returning *
       )
       insert into search_keys (key, begins, uid)
       select k.key, k.begins, p.id
       from person p, search_keys_of(p.firstname, p.lastname, p.phonenumber, p.phone_e164) k`,
      [from],
    );
  await database.pool.query('alter table search_keys add foreign key (uid) references users on delete cascade');
  await database.pool.query('vacuum analyze');
  const client = await searchPool.connect();
  onTestFinished(() => client.release());
  await client.query(`prepare search (uuid, text[], text[]) as ${searchStatement(false)}`);
  await client.query(`prepare full_names (uuid, text[], text[], text[], text[]) as ${searchStatement(true)}`);

  const texts = ['maria', '(415) 55', 'zzz', `maria${'x'.repeat(60)}`];
  const fullNames = ['maria no 1', 'nnam no 1', 'zzz maria', 'wei zzz', `annama ${'x'.repeat(60)}`];
  for (const text of [...texts, ...fullNames]) {
    const { rows } = await client.query(`explain (analyze, format json) execute ${executionOf(text)}`);
    const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
    const ranges = nodes.filter((node) => node['Relation Name'] === 'search_keys');
    const [beginnings, ...parts] = ranges;
    expect(beginnings).toMatchObject({ 'Node Type': 'Index Only Scan', 'Index Name': 'search_keys_beginnings' });
    expect(beginnings!['Index Cond']).toMatch(/^\(\(key >= .* AND \(key <= /);
    // Five parts by the whole text and by its rarer part, and a sample of both parts.
    expect(parts).toHaveLength(fullNames.includes(text) ? 11 : 5);
    for (const part of parts) {
      expect(part).toMatchObject({ 'Node Type': 'Index Only Scan', 'Index Name': 'search_keys_parts' });
      expect(part['Index Cond']).toMatch(/ = \d\) AND \(key >= .* AND \(key <= /);
    }
    const read = ranges.map(
      (range) => (range['Actual Rows'] + (range['Rows Removed by Filter'] ?? 0)) * range['Actual Loops'],
    );
    expect(read[0]).toBeLessThanOrEqual(100);
    // Each part is eight times as large as the one before, which had fewer than 50 matches with two keys each at most.
    expect(Math.max(...read), text).toBeLessThan(2_000);
    const people = nodes.filter((node) => node['Relation Name'] === 'users');
    expect(people.length).toBeGreaterThan(0);
    for (const node of people) expect(node).toMatchObject({ 'Node Type': 'Index Scan', 'Index Name': 'users_pkey' });
  }
});

/** The statement for a text, with its parameters as literals. */
function executionOf(text: string): string {
  const { atBeginning, anywhere, inBothNames } = parseQuery(text, 'US')!;
  const parts = [inBothNames.map(([part]) => part), inBothNames.map(([, part]) => part)];
  const arrays = [atBeginning, anywhere, ...(inBothNames.length > 0 ? parts : [])].map(
    (texts) => `array[${texts.map((each) => escapeLiteral(each))}]::text[]`,
  );
  return `${inBothNames.length > 0 ? 'full_names' : 'search'} ('00000000-0000-0000-0000-000000000000', ${arrays})`;
}
