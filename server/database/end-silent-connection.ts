import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Breaks a connection on which a statement is under way and nothing has come for so long: PostgreSQL's own limit does not
 * help where PostgreSQL is stopped, its disk stands still or the network swallows everything. The statement fails as on any
 * connection that breaks, and whoever holds the connection opens another.
 */
export function endSilentConnection(client: pg.Client, afterMs: number): void {
  const stream = client.connection.stream as Socket;
  stream.setTimeout(afterMs, () => {
    // The driver's own word for it: false from a statement's start to its end.
    const { readyForQuery } = client as unknown as { readyForQuery: boolean };
    if (!readyForQuery) stream.destroy(Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' }));
  });
}
