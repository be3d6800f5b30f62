import type { Server } from 'node:http';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveEvent } from '#contract/live.ts';
import type { Config } from '../config.ts';
import type { Identity } from '../features/identity/index.ts';
import { openGateway } from './gateway.ts';
import { type Listener, Listeners } from './listeners.ts';
import type { FrameHandler } from './read-frame.ts';
import { closeSession, startSweeps } from './sweeps.ts';

export { frameOf, type Listener } from './listeners.ts';
export type { FrameHandler } from './read-frame.ts';

/** Tells people what happened, while it happens. Called after the commit, never instead of it. */
export interface Live {
  /** @param except a socket that need not hear it, because it is where it came from */
  tell(uids: Iterable<string>, event: LiveEvent, except?: Listener): void;
  /** Opens `GET /api/live` on a server. */
  open(server: Server, onFrame: FrameHandler): void;
  /** Sends everybody away, to come back elsewhere or later. */
  close(): void;
}

export function createLive(parts: { config: Config; identity: Identity; pool: pg.Pool; log: Logger }): Live {
  const { config, identity, pool, log } = parts;
  const listeners = new Listeners();
  const stopSweeps = startSweeps(listeners, pool, log);
  identity.onSessionEnded((sessionId) => closeSession(listeners, sessionId));
  return {
    tell: (uids, event, except) => listeners.tell(uids, event, except),
    open: (server, onFrame) =>
      openGateway(server, { identity, listeners, trustedOrigins: config.trustedOrigins, log, onFrame }),
    close() {
      stopSweeps();
      for (const listener of listeners.all()) listener.close(1001, 'server is stopping');
    },
  };
}
