import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import pg from 'pg';
import type { Ground } from '#bench/report/figure.ts';
import { freePort } from '#fixtures/free-port.ts';
import { end, keepTrackOf } from './child-processes.ts';

const ROOT = join(import.meta.dirname, '../..');

type ServerProcess = ChildProcessByStdio<null, Readable, Readable>;

/** The product as it is started for real, a process of its own on a database of its own. */
export interface Product extends AsyncDisposable {
  url: string;
  /** Its process's, until it is restarted. */
  pid: number;
  /** What it signs sessions with. */
  authSecret: string;
  databaseUrl: string;
  /** The product's database, for what no call can tell. */
  db: pg.Pool;
  /** Ends it in good order, and starts it anew at the same address. */
  restart(): Promise<void>;
}

/** How it is started, beyond the settings. */
interface Start {
  nodeFlags?: string[];
  port?: number;
}

/** What nodes of one product have in common. */
export interface Node {
  /** What its CPU profile is called. */
  name: string;
  databaseUrl: string;
  authSecret: string;
  natsUrl?: string | undefined;
}

/** @param database the name of the database that is made for it */
export async function startProduct(ground: Ground, database: string, start?: Start): Promise<Product> {
  const databaseUrl = await ground.cluster.createDatabase(database);
  const authSecret = randomBytes(32).toString('base64url');
  return startNode(ground, { name: database, databaseUrl, authSecret }, start);
}

/** One of several processes of the product on one database. */
export async function startNode(
  { cluster, cpuProfiles }: Ground,
  { name, databaseUrl, authSecret, natsUrl }: Node,
  { nodeFlags = [], port }: Start = {},
): Promise<Product> {
  const url = `http://127.0.0.1:${port ?? (await freePort())}`;
  const profile = cpuProfiles
    ? ['--cpu-prof', `--cpu-prof-dir=${cpuProfiles}`, `--cpu-prof-name=${name}.cpuprofile`]
    : [];

  async function launch(): Promise<ServerProcess> {
    const server = keepTrackOf(
      spawn(process.execPath, [...nodeFlags, ...profile, 'server/main.ts'], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
        // Nothing else that is set on this machine: as by default, with no gateway for texts, so they are recorded.
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          PORT: new URL(url).port,
          APP_URL: url,
          DATA_DIR: cluster.folder,
          DATABASE_URL: databaseUrl,
          AUTH_SECRET: authSecret,
          NATS_URL: natsUrl,
          RATE_LIMITS: 'off',
        },
      }),
    );
    try {
      await hasGreeted(server, url);
    } catch (error) {
      await end(server);
      throw error;
    }
    return server;
  }

  let server = await launch();
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  db.on('error', () => {});
  return {
    url,
    pid: server.pid!,
    authSecret,
    databaseUrl,
    db,
    async restart() {
      await end(server);
      server = await launch();
    },
    async [Symbol.asyncDispose]() {
      await db.end();
      await end(server);
    },
  };
}

/** Resolves when it listens, by its own words. What it logs later is shown. */
async function hasGreeted(server: ServerProcess, url: string): Promise<void> {
  server.stderr.pipe(process.stderr);
  const greeted = new Promise<void>((resolve) => {
    let greeting = '';
    server.stdout.on('data', (lines: Buffer) => {
      greeting += lines;
      if (greeting.includes(url)) resolve();
    });
  });
  const ended = once(server, 'exit').then((): never => {
    throw new Error('The product did not start');
  });
  // Once it listens, its end is no news.
  ended.catch(() => {});
  await Promise.race([greeted, ended]);
}
