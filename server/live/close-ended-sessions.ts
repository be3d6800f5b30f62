import type pg from 'pg';
import { SESSION_ENDED_CLOSE_CODE } from '#contract/limits.ts';
import type { Listener } from './socket-registry.ts';

/**
 * Closes those of these sockets whose session is gone or has run out, however it ended. Only those come back from the
 * database, and the ids go there as one text: a row and a list element for each of thousands of open sockets would hold
 * up the messages.
 */
export async function closeEndedSessions(sockets: Iterable<Listener>, pool: pg.Pool): Promise<void> {
  const looked = [...sockets];
  if (looked.length === 0) return;
  const { rows } = await pool.query<{ id: string }>({
    name: 'ended-sessions',
    text: `with open as (select string_to_array($1, ',')::uuid[] as ids)
           select unnest(ids) as id from open
           except select id from sessions where id = any((select ids from open)::uuid[]) and expires_at > now()`,
    values: [looked.map(({ sessionId }) => sessionId).join()],
  });
  if (rows.length === 0) return;
  const ended = new Set(rows.map((row) => row.id));
  for (const socket of looked) if (ended.has(socket.sessionId)) socket.close(SESSION_ENDED_CLOSE_CODE, 'session ended');
}
