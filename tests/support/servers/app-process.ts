import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from '#fixtures/free-port.ts';
import { ClusterFiles } from '#server/database/embedded/cluster-files.ts';
import { openEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts';
import { query } from '../database/query.ts';
import { turnDurabilityOff } from '../database/turn-durability-off.ts';
import { openEndpoint, type TestEndpoint } from './endpoint.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CHEAP_PASSWORDS = 'tests/support/passwords/cheap-passwords.ts';

/** The real server in a process of its own, on a data folder of its own, with a message endpoint that records calls. */
export class App {
  /** The servers that this process has not closed yet. */
  static readonly running = new Set<App>();

  readonly url: string;
  readonly endpoint: TestEndpoint;
  readonly dataDir: string;
  readonly #settings: Record<string, string>;
  /** The limit of open files and connections; the machine's own if undefined. */
  openFileLimit: number | undefined;
  #server: ChildProcess | undefined;
  #log = '';

  /**
   * Starts a server whose database does not wait for the disk.
   * @param settings override the defaults of the journeys
   * @param hostname of its address; passkeys need a name
   */
  static async open(settings: Record<string, string> = {}, hostname?: string): Promise<App> {
    const app = await App.make(settings, undefined, hostname);
    await app.start();
    // A database of the test's own has its settings from its cluster.
    if (!settings.DATABASE_URL) await turnDurabilityOff(app.superuserUrl);
    return app;
  }

  /** Starts a server as `npm start` does, for tests of what a crash loses. */
  static async openDurable(settings: Record<string, string> = {}): Promise<App> {
    const app = await App.make(settings);
    await app.start();
    return app;
  }

  /** Prepares a server without starting it. */
  static async make(settings: Record<string, string> = {}, dataDir?: string, hostname = '127.0.0.1'): Promise<App> {
    const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'moodring-journeys-')));
    return new App(`http://${hostname}:${await freePort()}`, folder, await openEndpoint(), settings);
  }

  private constructor(url: string, dataDir: string, endpoint: TestEndpoint, settings: Record<string, string>) {
    this.url = url;
    this.dataDir = dataDir;
    this.endpoint = endpoint;
    this.#settings = settings;
    App.running.add(this);
  }

  /**
   * Starts the server, for the first time or again, and waits until it listens.
   * @param settings for this start
   */
  async start(settings: Record<string, string> = {}): Promise<void> {
    const limit = this.openFileLimit ? `ulimit -n ${this.openFileLimit} && ` : '';
    const run = `${limit}exec "$0" --import ./${CHEAP_PASSWORDS} server/main.ts`;
    const server = spawn('sh', ['-c', run, process.execPath], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      // No settings of this machine, only those of the journeys. The cache is that of `npm start`.
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_COMPILE_CACHE: 'node_modules/.cache/node',
        PORT: new URL(this.url).port,
        APP_URL: this.url,
        DATA_DIR: this.dataDir,
        RATE_LIMITS: 'off',
        // The specification's timing; tests of the hold set their own.
        UNDO_SECONDS: '0',
        GENERAL_MESSAGE_URL: this.endpoint.address,
        ...this.#settings,
        ...settings,
      },
    });
    this.#server = server;
    server.stderr.on('data', (lines: Buffer) => {
      this.#log += lines;
    });
    const listening = new Promise<void>((resolve) => {
      let output = '';
      server.stdout.on('data', (lines: Buffer) => {
        output += lines;
        if (output.includes(this.url)) resolve();
      });
    });
    const ended = once(server, 'exit').then(() => {
      throw new Error(`The server did not start:\n${this.#log}`);
    });
    await Promise.race([listening, ended]);
    // Nothing awaits `ended` later; without this a normal stop would be an unhandled rejection.
    ended.catch(() => {});
  }

  /** Kills the server with SIGKILL, like a crash. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Stops the server with SIGTERM. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** Stops the server and removes its data. */
  async close(): Promise<void> {
    App.running.delete(this);
    await this.stop();
    await this.endpoint.close();
    // A killed server leaves its PostgreSQL running.
    if (new ClusterFiles(this.dataDir).runningPid()) await (await openEmbeddedDatabase(this.dataDir)).stop();
    await rm(this.dataDir, { recursive: true });
  }

  /** Waits until all is read that the server has logged. What it wrote before an answer is in the pipe when that comes. */
  async readLog(): Promise<void> {
    await fetch(`${this.url}/livez`).catch(() => {});
    await setImmediate();
  }

  /** The server's log lines of level error or fatal. */
  errors(): string[] {
    return this.#log.split('\n').filter((line) => /"level":[56]0/.test(line));
  }

  /** The server's whole log. */
  log(): string {
    return this.#log;
  }

  /** The address of the server's database. */
  get databaseUrl(): string {
    return this.#settings.DATABASE_URL ?? new ClusterFiles(this.dataDir).url;
  }

  /** The superuser's address of its embedded PostgreSQL. */
  get superuserUrl(): string {
    return new ClusterFiles(this.dataDir).superuserUrl('moodring');
  }

  /** Runs a statement on the server's database. */
  sql<Row extends pg.QueryResultRow>(statement: string, values?: unknown[], url = this.databaseUrl): Promise<Row[]> {
    return query(url, statement, values);
  }

  /** The texts to a number that the endpoint got, in order. */
  textsTo(phoneNumber: string): string[] {
    return this.endpoint.received
      .filter(({ body }) => body.phoneNumber === phoneNumber)
      .map(({ body }) => body.message);
  }

  /** Sends a signal and waits for the process's end. @returns its exit code; null when the signal ended it */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const server = this.#server;
    if (!server || server.exitCode !== null || server.signalCode !== null) return server?.exitCode ?? null;
    const ended = once(server, 'exit');
    server.kill(signal);
    const [code] = await ended;
    return code;
  }
}
