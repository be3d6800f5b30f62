import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ClusterFiles } from '../../server/database/cluster-files.ts';
import { openEndpoint, type TestEndpoint } from './endpoint.ts';
import { freePort } from './free-port.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The real server: a process of its own on a data folder of its own, with a message endpoint that keeps what it gets. */
export class App {
  readonly url: string;
  readonly endpoint: TestEndpoint;
  readonly dataDir: string;
  #server: ChildProcess | undefined;
  #log = '';

  /** @param folder where its data lies already; without it, it begins anew */
  static async open(folder?: string): Promise<App> {
    const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'moodring-journeys-')));
    const app = new App(`http://127.0.0.1:${await freePort()}`, dataDir, await openEndpoint());
    await app.start();
    return app;
  }

  private constructor(url: string, dataDir: string, endpoint: TestEndpoint) {
    this.url = url;
    this.dataDir = dataDir;
    this.endpoint = endpoint;
  }

  /** Starts the server, for the first time or again, and waits until it listens. */
  async start(): Promise<void> {
    const server = spawn(process.execPath, ['server/main.ts'], {
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
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Ends it in good order. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Ends it in good order, and removes all that it stored. */
  async close(): Promise<void> {
    await this.stop();
    await this.endpoint.close();
    await rm(this.dataDir, { recursive: true });
  }

  /** What the server logged as an error. */
  errors(): string[] {
    return this.#log.split('\n').filter((line) => /"level":[56]0/.test(line));
  }

  /** Runs a statement on the server's database, for what no screen can do. */
  async sql<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: new ClusterFiles(this.dataDir).url('moodring') });
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

  async #end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server!;
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }
}
