import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from './app/create-app.ts';
import { createContext } from './app/create-context.ts';
import { FEATURES } from './app/features.ts';
import { createFrameHandler } from './app/handle-frame.ts';
import { createHealth } from './app/health.ts';
import { startJobs } from './background/jobs.ts';
import type { Config } from './config.ts';
import { sweepTable } from './database/sweep/sweep-table.ts';
import { answerWhileStarting } from './http-server/answer-while-starting.ts';
import { createHttpServer } from './http-server/create-http-server.ts';
import { limitConnections, openFileLimit } from './http-server/limit-connections.ts';
import { shareConnections } from './http-server/share-connections.ts';

export type Moodring = Awaited<ReturnType<typeof startServer>>;

/** At a stop, requests that take longer than this are cut off. */
const STOP_TIMEOUT_MS = 8_000;
const CLOSE_IDLE_EVERY_MS = 20;

/** Starts all services on a database. When a step fails, those before it are undone. */
export async function startServer(config: Config, databaseUrl: string, log: Logger) {
  await using cleanup = new AsyncDisposableStack();
  const starting = await answerWhileStarting(config);
  cleanup.defer(() => starting.close());
  let closed: Promise<void> | undefined;
  const untilServerClosed = () => closed;
  const { context, chatConnection } = await createContext({ config, databaseUrl, log, cleanup, untilServerClosed });
  const { pool, live, causes, outbox, push, purgeWorker, mailer, background } = context;

  const health = createHealth({ pool, chatConnection, log });
  const server = createHttpServer(createApp(context, health), { appUrl: config.appUrl, log });
  limitConnections(server, openFileLimit(), log);
  const hasRoom = config.rateLimits ? shareConnections(server, config.trustProxy, log) : () => true;
  live.open(server, createFrameHandler(context), hasRoom);
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
  for (const { sweeps } of FEATURES)
    for (const sweep of sweeps?.(config) ?? []) cleanup.defer(sweepTable(pool, log, sweep));
  const jobs = startJobs(
    FEATURES.flatMap((feature) => feature.jobs?.(context) ?? []),
    log,
  );
  cleanup.defer(() => jobs.stop());
  // The first step of a stop: load balancers send no new requests.
  cleanup.defer(() => health.drain());

  const running = cleanup.move();
  return {
    context,
    port: (server.address() as AddressInfo).port,
    workers: [causes, outbox, push, ...jobs.workers, purgeWorker, mailer, background, context.messages],
    /** Takes no more requests, finishes those under way, closes the sockets, then closes the database connections. */
    stop: (): Promise<void> => running.disposeAsync(),
  };
}

/** Connections that wait to be accepted. When another server stops, its browsers reconnect at the same moment. */
const BACKLOG = 4_096;

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  // `close` alone keeps connections open that become idle after this moment.
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const cutOff = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cutOff);
}
