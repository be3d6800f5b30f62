import type pg from 'pg';
import { connectDatabase } from './connect.ts';
import { CONNECTIONS } from './connection-budget.ts';

/** The connection that stores chat messages and does nothing else: no search and no list ever makes a message wait. */
export interface ChatConnection {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  close(): Promise<void>;
}

/**
 * Plans that hold whatever the tables' statistics say at the moment: made once, and by index for every row of a batch.
 * A hash join over a table that was small when the plan was made would read all of it years later. Without `hashagg`
 * pairs of people stay sorted, and that is the order in which they are locked.
 */
const PLANS = [
  'plan_cache_mode = force_generic_plan',
  'jit = off',
  ...['hashjoin', 'mergejoin', 'seqscan', 'hashagg'].map((way) => `enable_${way} = off`),
];

/**
 * How long a batch waits for one lock. Another node's batch holds one for some hundredths of a second; what holds it for
 * longer is about one pair of people, and everybody else's messages are in the batch, too.
 */
const LOCK_TIMEOUT_MS = 500;

/** Opens the chat path. A connection that broke fails its query, and the next query opens another. */
export function openChatConnection(url: string): ChatConnection {
  const { pool } = connectDatabase(url, {
    ...CONNECTIONS.chat,
    settings: [`lock_timeout = ${LOCK_TIMEOUT_MS}`, ...PLANS],
  });
  // Held on to, so that a query goes out at once and not in the next turn, as a pool's does.
  let held: pg.PoolClient | undefined;
  /** The connection that is being opened: all callers share it, because the pool has only one. */
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

  // Messages are stored one batch after the other; what looks for locks waits for the batch under way.
  let underWay: Promise<unknown> | undefined;

  function ask<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const answer = held ? held.query<Row>(query) : opened().then((connection) => connection.query<Row>(query));
    const done = () => {
      if (underWay === answer) underWay = undefined;
    };
    answer.then(done, done);
    underWay = answer;
    return answer;
  }

  async function askAfter<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    while (underWay) await underWay.catch(() => {});
    return ask(query);
  }

  return {
    query: (query) => (underWay ? askAfter(query) : ask(query)),
    async close() {
      await opening?.catch(() => {});
      held?.removeAllListeners('end');
      held?.release();
      await pool.end();
    },
  };
}
