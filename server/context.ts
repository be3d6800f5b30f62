import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Health } from './app/health.ts';
import type { Config } from './config.ts';
import type { Database } from './database/schema.ts';
import type { Departures } from './features/account/index.ts';
import type { MessageStore, ReadMarks } from './features/chat/index.ts';
import type { Identity } from './features/identity/index.ts';
import type { Outbox } from './features/texts/index.ts';
import type { Limits } from './limits/index.ts';
import type { Live } from './live/live.ts';
import type { SecurityLog } from './logging/security-log.ts';

/** What the operations work with: made once by main.ts, handed to every feature. */
export interface Context {
  config: Config;
  log: Logger;
  db: Kysely<Database>;
  /** The same database, for statements in plain SQL. */
  pool: pg.Pool;
  /** The same database, for searches alone. */
  searchPool: pg.Pool;
  /** The same database, for exports alone. */
  exportPool: pg.Pool;
  limits: Limits;
  identity: Identity;
  live: Live;
  messages: MessageStore;
  readMarks: ReadMarks;
  departures: Departures;
  outbox: Outbox;
  health: Health;
  securityLog: SecurityLog;
}
