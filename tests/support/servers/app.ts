import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '#fixtures/free-port.ts';
import { ClusterFiles } from '#server/database/embedded/cluster-files.ts';
import { openEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts';
import { openEndpoint, type TestEndpoint } from './endpoint.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The real server: a process of its own on a data folder of its own, with a message endpoint that keeps what it gets. */
export class App {
  readonly url: string;
  readonly endpoint: TestEndpoint;
  readonly dataDir: string;
  readonly #settings: Record<string, string>;
  /** How many files and connections it may have open, where that is not the machine's to say. */
  openFileLimit: number | undefined;
  #server: ChildProcess | undefined;
  #log = '';

  /** @param settings over those of the journeys */
  static async open(settings: Record<string, string> = {}): Promise<App> {
    const app = await App.make(settings);
    await app.start();
    return app;
  }

  /** One that is not started yet. */
  static async make(settings: Record<string, string> = {}, dataDir?: string): Promise<App> {
    const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'moodring-journeys-')));
    return new App(`http://127.0.0.1:${await freePort()}`, folder, await openEndpoint(), settings);
  }

  private constructor(url: string, dataDir: string, endpoint: TestEndpoint, settings: Record<string, string>) {
    this.url = url;
    this.dataDir = dataDir;
    this.endpoint = endpoint;
    this.#settings = settings;
  }

  /** Starts the server, for the first time or again, and waits until it listens. */
  async start(): Promise<void> {
    const limit = this.openFileLimit ? `ulimit -n ${this.openFileLimit} && ` : '';
    const server = spawn('sh', ['-c', `${limit}exec "$0" server/main.ts`, process.execPath], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Nothing that is set on this machine: the settings of the journeys only.
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: new URL(this.url).port,
        APP_URL: this.url,
        DATA_DIR: this.dataDir,
        RATE_LIMITS: 'off',
        GENERAL_MESSAGE_URL: this.endpoint.address,
        ...this.#settings,
      },
    });
    this.#server = server;
    server.stderr.on('data', (lines: Buffer) => {
      this.#log += lines;
    });
    const greeted = new Promise<void>((resolve) => {
      let greeting = '';
      server.stdout.on('data', (lines: Buffer) => {
        greeting += lines;
        if (greeting.includes(this.url)) resolve();
      });
    });
    const ended = once(server, 'exit').then(() => {
      throw new Error(`The server did not start:\n${this.#log}`);
    });
    await Promise.race([greeted, ended]);
    // Its later end is no news.
    ended.catch(() => {});
  }

  /** What a crash or a power cut does to it: kill -9. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Ends it in good order. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** Ends it in good order, and removes all that it stored. */
  async close(): Promise<void> {
    await this.stop();
    await this.endpoint.close();
    // One that was killed has left its PostgreSQL behind.
    if (new ClusterFiles(this.dataDir).runningPid()) await (await openEmbeddedDatabase(this.dataDir)).stop();
    await rm(this.dataDir, { recursive: true });
  }

  /** What the server logged as an error. */
  errors(): string[] {
    return this.#log.split('\n').filter((line) => /"level":[56]0/.test(line));
  }

  /** Everything that the server logged. */
  log(): string {
    return this.#log;
  }

  /** The address of the server's database. */
  get databaseUrl(): string {
    return this.#settings.DATABASE_URL ?? new ClusterFiles(this.dataDir).url;
  }

  /** The same as the superuser of its embedded PostgreSQL. */
  get superuserUrl(): string {
    return new ClusterFiles(this.dataDir).superuserUrl('moodring');
  }

  /** Runs a statement on the server's database, for what no screen can do. */
  async sql<Row extends pg.QueryResultRow>(
    statement: string,
    values: unknown[] = [],
    connectionString = this.databaseUrl,
  ): Promise<Row[]> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** The texts that the endpoint got for a number, in order. */
  textsTo(phoneNumber: string): string[] {
    return this.endpoint.received
      .filter(({ body }) => body.phoneNumber === phoneNumber)
      .map(({ body }) => body.message);
  }

  /** Sends it a signal, and waits until it is gone. @returns its exit code, null when the signal itself ended it */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const server = this.#server;
    if (!server || server.exitCode !== null || server.signalCode !== null) return server?.exitCode ?? null;
    const ended = once(server, 'exit');
    server.kill(signal);
    const [code] = await ended;
    return code;
  }
}
