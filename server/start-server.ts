import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from './app/create-app.ts';
import { createFrameHandler } from './app/handle-frame.ts';
import { createHealth } from './app/health.ts';
import { createBackgroundTasks } from './background/background-tasks.ts';
import { startJobs } from './background/jobs.ts';
import type { BackgroundWorker } from './background/when-settled.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { openChatConnection } from './database/chat-connection.ts';
import { openPool } from './database/connect.ts';
import { CONNECTIONS, type Share } from './database/connection-budget.ts';
import { migrate } from './database/migrate.ts';
import { sweepTable } from './database/sweep/sweep-table.ts';
import { createPurgeWorker, openExportPool } from './features/account/index.ts';
import { answerByText, askJobs, countWaitingAsks, OLD_ASKS, publishAsk } from './features/asks/index.ts';
import { createCauses } from './features/causes/index.ts';
import { createMessageBatcher, createMessageSearches, createReadMarks } from './features/chat/index.ts';
import { createIdentity, removeExpired } from './features/identity/index.ts';
import { openSearchPool } from './features/people/index.ts';
import { OLD_PHOTOS, openPhotoObjects, openPhotoPool, tidyJobs } from './features/photos/index.ts';
import { createPush, OLD_DEVICES, OLD_PUSHES } from './features/push/index.ts';
import { OLD_REPORTS } from './features/reports/index.ts';
import {
  addFooter,
  answerCode,
  createDailyBudget,
  createEmergencyAllowance,
  createGateways,
  createOutbox,
  createRecipients,
  createTextStops,
  OLD_CALLS,
  oldTexts,
  openOutboxPool,
  registerWebhooks,
} from './features/texts/index.ts';
import { answerWhileStarting } from './http-server/answer-while-starting.ts';
import { createHttpServer } from './http-server/create-http-server.ts';
import { limitConnections, limitConnectionsByNetwork, openFileLimit } from './http-server/limit-connections.ts';
import { NO_LIMITS, OLD_LIMITS, openLimits } from './limits/index.ts';
import { createLive } from './live/live.ts';
import { watchOperatorEvents } from './live/operator-events.ts';
import { createSecurityLog } from './logging/security-log.ts';
import { createMailer } from './mail/index.ts';

/** A running server. */
export interface Moodring {
  context: Context;
  /** The port it listens on. */
  port: number;
  /** For `whenSettled`. */
  workers: readonly BackgroundWorker[];
  /** Takes no more requests, finishes those under way, closes the sockets, then closes the database connections. */
  stop(): Promise<void>;
}

/** At a stop, requests that take longer than this are cut off. */
const STOP_TIMEOUT_MS = 8_000;
const CLOSE_IDLE_EVERY_MS = 20;

/**
 * Builds all services on a database and starts them: schema, features, HTTP, live connections, outbox. When a step fails,
 * the steps before it are undone.
 * @param databaseUrl a PostgreSQL that can be reached
 */
export async function startServer(config: Config, databaseUrl: string, log: Logger): Promise<Moodring> {
  await using cleanup = new AsyncDisposableStack();
  const pool = openPool(databaseUrl, CONNECTIONS.main);
  cleanup.defer(() => pool.end());
  // Chat, searches, exports, photos and texts have connections of their own, so that no list and no search delays a message.
  const chatConnection = openChatConnection(databaseUrl);
  cleanup.defer(() => chatConnection.close());
  const searchPool = openSearchPool(databaseUrl);
  cleanup.defer(() => searchPool.end());
  const exportPool = openExportPool(databaseUrl);
  cleanup.defer(() => exportPool.end());
  const photoPool = openPhotoPool(databaseUrl);
  cleanup.defer(() => photoPool.end());
  const gateways = createGateways(config);
  const outboxPool = openOutboxPool(databaseUrl);
  cleanup.defer(() => outboxPool.end());
  // Migrations and purges have no time limit.
  const patientPool = openPool(databaseUrl, {
    ...CONNECTIONS.patient,
    statementTimeoutMs: Number.POSITIVE_INFINITY,
  });
  cleanup.defer(() => patientPool.end());
  const starting = await answerWhileStarting(config);
  cleanup.defer(() => starting.close());
  await migrate(patientPool, log);
  const purgeWorker = createPurgeWorker({ pool: patientPool, log });
  cleanup.defer(() => purgeWorker.stop());
  const openOwnLimits = (connections: Share) =>
    config.rateLimits ? openLimits({ databaseUrl, connections, secret: config.authSecret, log }) : NO_LIMITS;
  const limits = openOwnLimits(CONNECTIONS.limits);
  cleanup.defer(() => limits.close());
  const textLimits = openOwnLimits(CONNECTIONS.textLimits);
  cleanup.defer(() => textLimits.close());

  const securityLog = createSecurityLog(log, config.authSecret);
  cleanup.defer(() => securityLog.close());
  // Sign-ups are slow, so the identity provider has its own connections. Sessions are looked up over the main pool.
  const providerPool = openPool(databaseUrl, CONNECTIONS.identity);
  cleanup.defer(() => providerPool.end());
  const identity = createIdentity({
    ...{ config, pool, providerPool, patientPool, limits, securityLog, log },
  });
  // An embedded database serves this process only; the operator's own may serve more nodes.
  const sharedDatabase = config.databaseUrl && databaseUrl;
  const live = await createLive({ config, sharedDatabase, identity, pool, securityLog, log });
  // The HTTP server closes when its last socket has closed: wait for it after `live.close`.
  let closed: Promise<void> | undefined;
  cleanup.defer(() => closed);
  const outbox = createOutbox({
    pool: outboxPool,
    log,
    gateways: addFooter(gateways, config.textFooter),
    appUrl: config.appUrl,
    answerLink: (textId) => `${config.appUrl}/a#${answerCode(config.authSecret, textId)}`,
    takesReplies: config.textReplies,
    rules: {
      ...config,
      limits: textLimits,
      budget: createDailyBudget(textLimits, config.textsPerDay, log),
      emergency: createEmergencyAllowance(),
      stops: createTextStops(outboxPool),
      recipients: createRecipients(outboxPool),
    },
  });
  const push = await createPush({ outboxPool, pool, config, limits, live, log, countWaitingAsks });
  const background = createBackgroundTasks(log);
  const askServices = { pool, live, log, outbox, background };
  const causes = createCauses({
    ...{ pool: outboxPool, log, outbox, push },
    publishAsk: (ask) => publishAsk(askServices, ask),
  });
  const mailer = createMailer(config.smtp, log);
  cleanup.defer(() => mailer.close());
  // At the same time: a text or push that hangs at its service must not keep sockets on a server that is stopping.
  cleanup.defer(async () => {
    const tellers = [causes, outbox, push];
    await Promise.all([live.close(), ...tellers.map((each) => each.stop()), background.close()]);
  });
  const context: Context = {
    config,
    log,
    pool,
    searchPool,
    exportPool,
    photoPool,
    limits,
    identity,
    live,
    messages: createMessageBatcher({ chatConnection, causes, log }),
    readMarks: createReadMarks(pool),
    messageSearches: createMessageSearches(searchPool, limits),
    purgeWorker,
    gateways,
    causes,
    outbox,
    push,
    answerByText: (texted) => answerByText(context, texted),
    mailer,
    background,
    securityLog,
  };

  const health = createHealth({ pool, chatConnection, log });
  const server = createHttpServer(createApp(context, health), { appUrl: config.appUrl, log });
  limitConnections(server, openFileLimit(), log);
  if (config.rateLimits && config.trustProxy === 0) limitConnectionsByNetwork(server, log);
  live.open(server, createFrameHandler(context));
  await starting.close();
  await listen(server, config);
  cleanup.defer(() => {
    closed = close(server);
  });
  causes.start();
  outbox.start();
  push.start();
  purgeWorker.start();
  void mailer.verify();
  cleanup.defer(registerWebhooks(config, log));
  const old = [
    OLD_LIMITS,
    oldTexts(config.textsKeptDays),
    OLD_CALLS,
    OLD_DEVICES,
    OLD_PUSHES,
    OLD_ASKS,
    OLD_REPORTS,
    OLD_PHOTOS,
  ];
  for (const rows of old) cleanup.defer(sweepTable(pool, log, rows));
  const operator = {
    onSessionsEnded: identity.reportSessionsEnded,
    onRefetch: (uids: readonly string[]) => live.publish(uids, { type: 'refetch' }),
  };
  const photoObjects = openPhotoObjects(config, log);
  const jobs = startJobs(
    [
      ...askJobs(pool),
      ...removeExpired(pool, log),
      ...(photoObjects ? tidyJobs(photoPool, photoObjects) : []),
      watchOperatorEvents(pool, operator),
    ],
    log,
  );
  cleanup.defer(() => jobs.stop());
  // The first step of a stop: load balancers send no new requests.
  cleanup.defer(() => health.drain());

  const running = cleanup.move();
  return {
    context,
    port: (server.address() as AddressInfo).port,
    workers: [
      ...[causes.worker, ...outbox.workers, push.worker],
      ...[...jobs.workers, purgeWorker, mailer, background, context.messages],
    ],
    stop: () => running.disposeAsync(),
  };
}

/** Connections that wait to be accepted. When another server stops, its browsers reconnect at the same moment. */
const BACKLOG = 4_096;

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

/** Takes no more requests, and waits for those under way. */
async function close(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  // `close` alone keeps connections open that become idle after this moment.
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const cutOff = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cutOff);
}
