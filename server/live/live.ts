import type { Server } from 'node:http';
import type pg from 'pg';
import type { Logger } from 'pino';
import { LIVE_FRAMES_PER_SECOND, LIVE_SOCKETS_PER_PERSON, SERVER_STOPPING_CLOSE_CODE } from '#contract/limits.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { Config } from '#server/config.ts';
import type { Identity } from '#server/features/identity/index.ts';
import type { SecurityLog } from '#server/logging/security-log.ts';
import { clientAddress } from '#server/network/client-address.ts';
import { refetchAll } from './broadcast-refetch.ts';
import { type BusListener, createBus } from './bus/index.ts';
import { closeEndedSessions } from './close-ended-sessions.ts';
import { FrameCounts } from './frame-rate-limit.ts';
import { openGateway } from './gateway.ts';
import type { LiveSocket } from './live-socket.ts';
import type { FrameHandler } from './read-frame.ts';
import { startSweeps } from './socket-checks.ts';
import { type Listener, Listeners } from './socket-registry.ts';
import { textFrame } from './text-frame.ts';

export type { FrameHandler } from './read-frame.ts';
export { eventFrame, type Listener } from './socket-registry.ts';

/** Tells people what happened, while it happens. Called after the commit, never instead of it. */
export interface Live {
  /** @param except a socket that need not hear it, because it is where it came from */
  tell(uids: readonly string[], event: LiveEvent, except?: Listener): void;
  /** Opens `GET /api/live` on a server. */
  open(server: Server, onFrame: FrameHandler): void;
  /** Sends everybody away, to come back elsewhere or later. */
  close(): Promise<void>;
}

export async function createLive(parts: {
  config: Config;
  /** The address of a PostgreSQL that other nodes may be on too. */
  sharedDatabase: string | undefined;
  identity: Identity;
  pool: pg.Pool;
  securityLog: SecurityLog;
  log: Logger;
}): Promise<Live> {
  const { config, sharedDatabase, identity, pool, securityLog, log } = parts;
  const listeners = new Listeners<LiveSocket>();
  const atMost = (limit: number) => (config.rateLimits ? limit : Number.POSITIVE_INFINITY);
  const otherNodes: BusListener = {
    onTold: (uids, event) =>
      listeners.deliver(
        uids,
        once(() => textFrame(event())),
      ),
    onGap: () => void refetchAll(listeners),
  };
  const bus = await createBus({ natsUrl: config.natsUrl, databaseUrl: sharedDatabase }, otherNodes, log);
  const stopSweeps = startSweeps(listeners, pool, log);
  identity.onSessionsEnded((uid) => {
    // The next sweep looks again.
    closeEndedSessions(listeners.of(uid), pool).catch((error) =>
      log.warn({ err: error }, 'sessions could not be checked'),
    );
  });
  return {
    tell(uids, event, except) {
      if (uids.length === 0) return;
      const text = once(() => JSON.stringify(event));
      listeners.deliver(
        uids,
        once(() => textFrame(text())),
        except,
      );
      bus?.publish(uids, text);
    },
    open: (server, onFrame) =>
      openGateway(server, {
        identity,
        trustedOrigins: config.trustedOrigins,
        appUrl: config.appUrl,
        onForeignOrigin({ socket, headers }) {
          const forwarded = String(headers['x-forwarded-for'] ?? '');
          const address = clientAddress(socket.remoteAddress, forwarded, config.trustProxy);
          securityLog.record('foreign-origin', { address });
        },
        company: {
          listeners,
          onFrame,
          frames: new FrameCounts(atMost(LIVE_FRAMES_PER_SECOND)),
          socketsPerPerson: atMost(LIVE_SOCKETS_PER_PERSON),
        },
        log,
        follow: (uid) => bus?.follow(uid),
      }),
    async close() {
      stopSweeps();
      for (const listener of listeners.all()) listener.close(SERVER_STOPPING_CLOSE_CODE, 'server is stopping');
      await bus?.close();
    },
  };
}

/** Written and framed once for all, and not at all when nobody hears it. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
