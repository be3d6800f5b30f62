import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from './app/create-app.ts';
import { createHealth } from './app/health.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { openChatConnection } from './database/chat-connection.ts';
import { connectDatabase } from './database/connect.ts';
import { CONNECTIONS } from './database/connection-budget.ts';
import { migrate } from './database/migrate.ts';
import { createDepartures, openExportPool } from './features/account/index.ts';
import { createMessageStore, createReadMarks, handleFrame } from './features/chat/index.ts';
import { createIdentity, removeExpired } from './features/identity/index.ts';
import { openSearchPool } from './features/people/index.ts';
import { createDailyBudget, createEmergencyAllowance, createGateways, createOutbox } from './features/texts/index.ts';
import { createHttpServer } from './http-server/create-http-server.ts';
import { limitConnections } from './http-server/limit-connections.ts';
import { openFileLimit } from './http-server/open-file-limit.ts';
import { NO_LIMITS, openLimits } from './limits/index.ts';
import { createLive } from './live/live.ts';
import { createSecurityLog } from './logging/security-log.ts';

/** A running server. */
export interface Moodring {
  context: Context;
  /** The port it listens on. */
  port: number;
  /** Stops taking requests, finishes those under way, sends sockets away, then lets go of the database. */
  stop(): Promise<void>;
}

/** Requests that take longer than this to finish are cut off at a stop. */
const STOP_WITHIN_MS = 8_000;
const CLOSE_IDLE_EVERY_MS = 20;

/**
 * Brings the whole server up on a database: schema, features, HTTP, live connections, outbox. What was begun before a
 * failure is ended again.
 * @param databaseUrl a PostgreSQL that can be reached
 */
export async function startMoodring(config: Config, databaseUrl: string, log: Logger): Promise<Moodring> {
  await using begun = new AsyncDisposableStack();
  const { db, pool } = connectDatabase(databaseUrl, CONNECTIONS.main);
  begun.defer(() => pool.end());
  // The chat path has a connection to itself, and searches have theirs: neither a list nor a search makes a message wait.
  const chatConnection = openChatConnection(databaseUrl);
  begun.defer(() => chatConnection.close());
  const searchPool = openSearchPool(databaseUrl);
  begun.defer(() => searchPool.end());
  const exportPool = openExportPool(databaseUrl);
  begun.defer(() => exportPool.end());
  // Bringing the schema up to date, or purging all that somebody wrote, takes as long as it takes.
  const patient = connectDatabase(databaseUrl, { ...CONNECTIONS.patient, answerWithinMs: Number.POSITIVE_INFINITY });
  begun.defer(() => patient.pool.end());
  await migrate(patient.db);
  const departures = createDepartures({ pool: patient.pool, country: config.defaultCountry, log });
  begun.defer(() => departures.stop());
  const limits = config.rateLimits ? openLimits({ databaseUrl, secret: config.authSecret, log }) : NO_LIMITS;
  begun.defer(() => limits.close());

  const securityLog = createSecurityLog(log, config.authSecret);
  begun.defer(() => securityLog.close());
  // Sign-ups are slow, so the provider has connections of its own; who is signed in is looked up beside the lists.
  const provider = connectDatabase(databaseUrl, CONNECTIONS.identity);
  begun.defer(() => provider.pool.end());
  const identity = createIdentity({ config, db: provider.db, pool, patientDb: patient.db, limits, securityLog, log });
  // The embedded database has this app alone on it; yours may have more nodes.
  const sharedDatabase = config.databaseUrl && databaseUrl;
  const live = await createLive({ config, sharedDatabase, identity, pool, securityLog, log });
  // Open sockets hold the server up, so it is waited for when they are gone.
  let closed: Promise<void> | undefined;
  begun.defer(() => closed);
  const outbox = createOutbox({
    pool,
    log,
    gateways: createGateways(config),
    rules: {
      ...config,
      limits,
      budget: createDailyBudget(limits, config.textsPerDay, log),
      emergency: createEmergencyAllowance(),
    },
  });
  // Side by side: nobody stays on a server that takes no more requests because a text hangs at its endpoint.
  begun.defer(async () => void (await Promise.all([live.close(), outbox.stop()])));
  const messages = createMessageStore({ chatConnection, outbox, appUrl: config.appUrl, log });
  const health = createHealth({ pool, chatConnection, log });
  const context: Context = {
    config,
    log,
    db,
    pool,
    searchPool,
    exportPool,
    limits,
    identity,
    live,
    messages,
    readMarks: createReadMarks(pool),
    departures,
    outbox,
    health,
    securityLog,
  };

  const server = createHttpServer(createApp(context), { appUrl: config.appUrl, log });
  limitConnections(server, openFileLimit(), log);
  live.open(server, handleFrame(context));
  await listen(server, config);
  begun.defer(() => {
    closed = close(server);
  });
  outbox.start();
  departures.start();
  begun.defer(removeExpired(pool, log));
  // Undone first: who balances the load hears of the stop before anything else of it.
  begun.defer(() => health.drain());

  const ending = begun.move();
  return {
    context,
    port: (server.address() as AddressInfo).port,
    stop: () => ending.disposeAsync(),
  };
}

/** So many may knock before they are let in: those who lost a server come back at once. */
const BACKLOG = 4_096;

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

/** Takes no more requests, and waits for those under way. */
async function close(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  // Node keeps a connection open that becomes idle after this moment.
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const cutOff = setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cutOff);
}
