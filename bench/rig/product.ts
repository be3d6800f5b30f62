import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#fixtures/free-port.ts';
import { stopChild, trackChild } from './children.ts';
import type { Cluster, Database } from './cluster.ts';

const ROOT = join(import.meta.dirname, '../..');
const ASK_EVERY_MS = 50;

/** As in package.json: by default Node keeps up to 96 MB for new objects once thousands of browsers have connected. */
export const HEAP_FLAGS = ['--max-semi-space-size=8'];

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** Starts the product as an operator does, in a process of its own. @param on a database, or the name of a new one */
export async function startProduct(
  cluster: Cluster,
  on: Database | string,
  { nodeFlags = [], settings }: { nodeFlags?: string[]; settings?: Record<string, string> } = {},
) {
  const { databaseUrl, authSecret } = typeof on === 'string' ? await cluster.createDatabase(on) : on;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = trackChild(
    spawn(process.execPath, [...HEAP_FLAGS, ...nodeFlags, 'server/main.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      // No other settings of this machine. Without a gateway the product records texts and sends none.
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        APP_URL: url,
        DATA_DIR: cluster.folder,
        DATABASE_URL: databaseUrl,
        AUTH_SECRET: authSecret,
        RATE_LIMITS: 'off',
        UNDO_SECONDS: '0',
        ...settings,
      },
    }),
  );
  await waitUntilHealthy(server, url);
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  db.on('error', () => {});
  const stop = () => stopChild(server);
  return {
    ...{ url, pid: server.pid!, authSecret, databaseUrl, db, stop },
    async [Symbol.asyncDispose](): Promise<void> {
      await db.end();
      await stop();
    },
  };
}

async function waitUntilHealthy(server: ChildProcess, url: string): Promise<void> {
  while (!(await fetch(`${url}/api/health`).catch(() => undefined))?.ok) {
    if (server.exitCode !== null) throw new Error('The product did not start');
    await pause(ASK_EVERY_MS);
  }
}
