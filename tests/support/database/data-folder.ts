import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClusterFiles } from '#server/database/embedded/cluster-files.ts';
import { openEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts';
import { query } from './query.ts';

/** A process that runs the PostgreSQL of a data folder. */
export interface Holder {
  process: ChildProcess;
  adopted: boolean;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
}

interface Launch {
  /** A command before `node`, for instance to run as another user. */
  prefix?: string[];
  env?: NodeJS.ProcessEnv;
}

/** A data folder for one test, with the processes on it. */
export class DataFolder {
  readonly path: string;
  readonly #root: string;
  readonly #holders: Holder[] = [];

  static async make(...below: string[]): Promise<DataFolder> {
    const root = await mkdtemp(join(tmpdir(), 'moodring-folder-'));
    return new DataFolder(root, join(root, ...below));
  }

  private constructor(root: string, path: string) {
    this.#root = root;
    this.path = path;
  }

  /** Starts its PostgreSQL in a process of its own. */
  async hold({ prefix = [], env = process.env }: Launch = {}): Promise<Holder> {
    const script = join(import.meta.dirname, 'embedded-process.ts');
    const [program = '', ...args] = [...prefix, process.execPath, script, this.path];
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (lines) => {
      errors += lines;
    });
    const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null || line === null) throw new Error(`It did not start:\n${errors}`);
    const holder: Holder = {
      process: child,
      ...(JSON.parse(String(line)) as { adopted: boolean }),
      async kill() {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      },
    };
    this.#holders.push(holder);
    return holder;
  }

  /** The process id in its PostgreSQL's pid file. */
  async postmasterPid(): Promise<number> {
    return Number.parseInt(await readFile(join(this.path, 'postgres/postmaster.pid'), 'utf8'), 10);
  }

  /** Runs a statement as the app's role. */
  sql(statement: string): Promise<unknown[]> {
    return query(new ClusterFiles(this.path).url, statement);
  }

  /** Ends its processes and its PostgreSQL, and removes the folder. */
  async remove(): Promise<void> {
    await Promise.all(this.#holders.map((holder) => holder.kill()));
    const database = await openEmbeddedDatabase(this.path);
    await database.stop();
    await rm(this.#root, { recursive: true });
  }
}
