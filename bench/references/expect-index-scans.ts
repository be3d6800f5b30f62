import type pg from 'pg';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

/**
 * Checks a statement's generic plan, which PostgreSQL uses for any parameters.
 * @throws when it does not read each of these tables by index scans alone
 */
export async function expectIndexScans(db: pg.Pool, statement: string, tables: string[]): Promise<void> {
  const { rows } = await db.query(`explain (generic_plan, format json) ${statement}`);
  const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
  for (const table of tables) {
    const scans = nodes.filter((node) => node['Relation Name'] === table).map((node) => node['Node Type']);
    const byIndex = scans.filter((scan) => scan === 'Index Scan' || scan === 'Index Only Scan');
    if (scans.length === 0 || byIndex.length < scans.length) {
      throw new Error(`${table} is read by ${scans.join(', ') || 'nothing'}, not by index scans`);
    }
  }
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
