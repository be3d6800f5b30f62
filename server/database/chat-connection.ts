import type pg from 'pg';
import { openPool } from './connect.ts';
import { CONNECTIONS } from './connection-budget.ts';

/** A connection for chat messages only, so that no search and no list delays a message. */
export interface ChatConnection {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  close(): Promise<void>;
}

/** Opens the chat connection. When it breaks, its query fails and the next query opens another. */
export function openChatConnection(url: string): ChatConnection {
  const pool = openPool(url, CONNECTIONS.chat);
  // Held, so that a query is sent at once; a pool sends it one tick later (`npm run bench`: idle).
  let held: pg.PoolClient | undefined;
  let opening: Promise<pg.PoolClient> | undefined;

  async function open(): Promise<pg.PoolClient> {
    const connection = await pool.connect();
    connection.on('error', () => {});
    connection.once('end', () => {
      held = undefined;
      connection.release(true);
    });
    held = connection;
    return connection;
  }

  function opened(): Promise<pg.PoolClient> {
    opening ??= open().finally(() => {
      opening = undefined;
    });
    return opening;
  }

  // The driver takes one query at a time: the search for locks waits for the batch under way.
  let underWay: Promise<unknown> | undefined;

  function send<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const answer = held ? held.query<Row>(query) : opened().then((connection) => connection.query<Row>(query));
    const done = () => {
      if (underWay === answer) underWay = undefined;
    };
    answer.then(done, done);
    underWay = answer;
    return answer;
  }

  async function sendAfterOthers<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    while (underWay) await underWay.catch(() => {});
    return send(query);
  }

  return {
    query: (query) => (underWay ? sendAfterOthers(query) : send(query)),
    async close() {
      await opening?.catch(() => {});
      held?.removeAllListeners('end');
      held?.release();
      await pool.end();
    },
  };
}
