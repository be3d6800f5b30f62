import type { IncomingMessage, Server } from 'node:http';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveEvent } from '#contract/live.ts';
import { LIVE_FRAMES_PER_SECOND, LIVE_SOCKETS_PER_PERSON, SERVER_STOPPING_CLOSE_CODE } from '#contract/sizes.ts';
import type { Config } from '#server/config.ts';
import type { Identity } from '#server/features/identity/index.ts';
import type { SecurityLog } from '#server/logging/security-log.ts';
import { acceptSockets } from './accept-sockets.ts';
import { createRefetchBroadcast } from './broadcast-refetch.ts';
import type { BusListener } from './bus/bus.ts';
import { createNatsBus } from './bus/nats-bus.ts';
import { createPostgresBus } from './bus/postgres-bus.ts';
import { FrameRateLimit } from './frame-rate-limit.ts';
import type { FrameHandler, LiveSocket } from './live-socket.ts';
import { startSocketChecks } from './socket-checks.ts';
import { type PersonSocket, SocketRegistry, textFrame } from './socket-registry.ts';

export { eventFrame, type PersonSocket } from './socket-registry.ts';

export type Live = Awaited<ReturnType<typeof createLive>>;

/** Sends events to people's open browsers, on all nodes. Call it after the commit; it never replaces stored data. */
export async function createLive(dependencies: {
  config: Config;
  sharedDatabase: string | undefined;
  identity: Identity;
  pool: pg.Pool;
  securityLog: SecurityLog;
  log: Logger;
}) {
  const { config, sharedDatabase, identity, pool, securityLog, log } = dependencies;
  const registry = new SocketRegistry<LiveSocket>();
  const atMost = (limit: number) => (config.rateLimits ? limit : Number.POSITIVE_INFINITY);
  const checks = startSocketChecks(registry, pool, log);
  const broadcastRefetch = createRefetchBroadcast(registry);
  const otherNodes: BusListener = {
    onEvent: (uids, event) =>
      registry.deliver(
        uids,
        once(() => textFrame(event())),
      ),
    onSessionsEnded: (uid) => checks.checkSessions(registry.of(uid)),
    onGap() {
      checks.checkSessions(registry.all());
      broadcastRefetch();
    },
  };
  // The embedded database has one node, so no bus.
  const postgres = sharedDatabase ? () => createPostgresBus(sharedDatabase, otherNodes, log) : () => undefined;
  const bus = await (config.natsUrl ? createNatsBus(config.natsUrl, otherNodes, log) : postgres());
  identity.onSessionsEnded((uid) => {
    otherNodes.onSessionsEnded(uid);
    bus?.publishSessionsEnded(uid);
  });
  return {
    publish(uids: readonly string[], event: LiveEvent, except?: PersonSocket): void {
      if (uids.length === 0) return;
      const text = once(() => JSON.stringify(event));
      registry.deliver(
        uids,
        once(() => textFrame(text())),
        except,
      );
      bus?.publish(uids, text);
    },
    /** Of this node. */
    countSockets: () => Array.from(registry.all()).length,
    mayBeOnline: (uid: string) => registry.count(uid) > 0 || bus?.isAlone === false,
    open: (server: Server, onFrame: FrameHandler, hasRoom: (request: IncomingMessage) => boolean) =>
      acceptSockets(server, {
        ...{ hasRoom, config, identity, securityLog, log, bus, checkSessions: checks.checkSessions },
        settings: {
          registry,
          onFrame,
          rateLimit: new FrameRateLimit(atMost(LIVE_FRAMES_PER_SECOND)),
          socketsPerPerson: atMost(LIVE_SOCKETS_PER_PERSON),
          onClose: (uid) => bus?.unsubscribe(uid),
        },
      }),
    async close(): Promise<void> {
      checks.stop();
      for (const socket of registry.all()) socket.close(SERVER_STOPPING_CLOSE_CODE, 'server is stopping');
      await bus?.close();
    },
  };
}

/** Makes a value at most once, and only when it is needed: an event is encoded once for all its sockets. */
function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}
