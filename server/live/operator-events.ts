import type pg from 'pg';
import type { Job } from '#server/background/jobs.ts';

const EVERY_MS = 2_000;
const KEPT = '1 hour';

type Kind = 'sessions_ended' | 'refetch';

/** Nodes ask for ids above the last one that they saw, so the lock puts rows in the order of their ids. */
const REPORT = `
  with turn as materialized (select pg_advisory_xact_lock(hashtextextended('operator_events', 0)))
  insert into operator_events (kind, uids) select $1, $2 from turn`;

/** Tells all running nodes what a command of the operator has changed in the database. */
export async function reportToNodes(pool: Pick<pg.Pool, 'query'>, kind: Kind, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return;
  await pool.query(REPORT, [kind, uids]);
  await pool.query(`delete from operator_events where at < now() - interval '${KEPT}'`);
}

interface Listener {
  onSessionsEnded(uid: string): void;
  onRefetch(uids: readonly string[]): void;
}

/** The commands have no connection to the nodes, and the embedded database has no bus. An empty look reads one index page. */
export function watchOperatorEvents(pool: pg.Pool, listener: Listener): Job {
  let last: string | undefined;
  return {
    name: 'hear what the operator has changed',
    everyMs: EVERY_MS,
    async run() {
      if (last === undefined) {
        // What happened before this node started is over: it had no sockets.
        const { rows } = await pool.query<{ last: string }>('select coalesce(max(id), 0) as last from operator_events');
        last = rows[0]!.last;
        return;
      }
      const { rows } = await pool.query<{ id: string; kind: Kind; uids: string[] }>({
        name: 'operator-events',
        text: 'select id, kind, uids from operator_events where id > $1 order by id',
        values: [last],
      });
      for (const { id, kind, uids } of rows) {
        last = id;
        if (kind === 'refetch') listener.onRefetch(uids);
        else for (const uid of uids) listener.onSessionsEnded(uid);
      }
    },
  };
}
