import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { freePort } from '#fixtures/free-port.ts';
import { stopChild, trackChild } from './child-processes.ts';
import type { Cluster } from './cluster.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * As in package.json and Dockerfile. By default Node's space for new objects grows to 96 MB when thousands of browsers connect,
 * and stays so large. With 8 MB a part, the app needs 60 MB less and is no slower.
 */
export const HEAP_FLAGS = ['--max-semi-space-size=8'];

type ServerProcess = ChildProcessByStdio<null, Readable, Readable>;

/** What all products of a run share. */
export interface RunContext {
  cluster: Cluster;
  /** The folder for CPU profiles of the product; undefined for none. */
  cpuProfiles: string | undefined;
}

/** The product as an operator runs it: a process of its own on a database of its own. */
export interface Product extends AsyncDisposable {
  url: string;
  pid: number;
  /** Signs the sessions' cookies. */
  authSecret: string;
  databaseUrl: string;
  /** The product's database, for rows that no call returns. */
  db: pg.Pool;
  /** Stops it with SIGTERM, and leaves its database. */
  stop(): Promise<void>;
}

/** How its process is started, apart from the settings. */
interface StartOptions {
  nodeFlags?: string[];
  /** Further settings of the product. */
  settings?: Record<string, string>;
}

/** The settings of one node. Nodes of one product share the database, the secret and NATS. */
export interface Node {
  /** Names its CPU profile. */
  name: string;
  databaseUrl: string;
  authSecret: string;
  natsUrl?: string | undefined;
}

/** Starts one node on a new database. @param database the name of that database */
export async function startProduct(context: RunContext, database: string, start?: StartOptions): Promise<Product> {
  const databaseUrl = await context.cluster.createDatabase(database);
  const authSecret = randomBytes(32).toString('base64url');
  return startNode(context, { name: database, databaseUrl, authSecret }, start);
}

/** Starts one of several nodes on one database. */
export async function startNode(
  { cluster, cpuProfiles }: RunContext,
  { name, databaseUrl, authSecret, natsUrl }: Node,
  { nodeFlags = [], settings }: StartOptions = {},
): Promise<Product> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const profile = cpuProfiles
    ? ['--cpu-prof', `--cpu-prof-dir=${cpuProfiles}`, `--cpu-prof-name=${name}.cpuprofile`]
    : [];

  async function launch(): Promise<ServerProcess> {
    const server = trackChild(
      spawn(process.execPath, [...HEAP_FLAGS, ...nodeFlags, ...profile, 'server/main.ts'], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
        // No other settings of this machine. Without a gateway the product records texts and sends none.
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
          // As if the hold of a call for support were over: what is measured comes after it.
          UNDO_SECONDS: '0',
          ...settings,
        },
      }),
    );
    try {
      await waitUntilListening(server, url);
    } catch (error) {
      await stopChild(server);
      throw error;
    }
    return server;
  }

  const server = await launch();
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  db.on('error', () => {});
  return {
    url,
    pid: server.pid!,
    authSecret,
    databaseUrl,
    db,
    stop: () => stopChild(server),
    async [Symbol.asyncDispose]() {
      await db.end();
      await stopChild(server);
    },
  };
}

/** Resolves when the server has printed its address. Its log goes to this process's stderr. */
async function waitUntilListening(server: ServerProcess, url: string): Promise<void> {
  server.stderr.pipe(process.stderr);
  const listening = new Promise<void>((resolve) => {
    let output = '';
    server.stdout.on('data', (lines: Buffer) => {
      output += lines;
      if (output.includes(url)) resolve();
    });
  });
  const ended = once(server, 'exit').then((): never => {
    throw new Error('The product did not start');
  });
  // Nothing awaits `ended` later; without this a normal stop would be an unhandled rejection.
  ended.catch(() => {});
  await Promise.race([listening, ended]);
}
