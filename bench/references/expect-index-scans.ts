import type pg from 'pg';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

/**
 * Holds a statement to its indexes, in the plan that serves all its parameters.
 * @throws when it reads one of these tables in any other way, or does not read it
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
