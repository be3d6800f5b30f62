import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_ROLE } from './app-database.ts';
import { makePrivateFolder } from './make-private-folder.ts';
import { processCommand } from './process-command.ts';

/** A unix socket's path holds 107 bytes, its name included. */
const SOCKET_DIR_MAX_BYTES = 107 - '/.s.PGSQL.5432.lock'.length;

export class ClusterFiles {
  readonly dataDir: string;
  readonly cluster: string;
  readonly log: string;
  readonly socketDir: string;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.cluster = join(dataDir, 'postgres');
    this.log = join(dataDir, 'postgres.log');
    const inFolder = join(dataDir, 'socket');
    const isShort = Buffer.byteLength(inFolder) <= SOCKET_DIR_MAX_BYTES;
    this.socketDir = isShort ? inFolder : shortSocketDir(dataDir);
    if (isShort) mkdirSync(this.socketDir, { recursive: true, mode: 0o700 });
    else makePrivateFolder(this.socketDir);
  }

  get url(): string {
    return this.#address(APP_ROLE, APP_ROLE);
  }

  superuserUrl(database: string): string {
    return this.#address('postgres', database);
  }

  #address(role: string, database: string): string {
    return `postgresql://${role}@${encodeURIComponent(this.socketDir)}/${database}`;
  }

  /** The postmaster's process id, when the process in its pid file runs and is this PostgreSQL. */
  runningPid(): number | undefined {
    const pid = firstNumber(join(this.cluster, 'postmaster.pid'));
    return pid !== undefined && isPostgresIn(pid, this.cluster) ? pid : undefined;
  }

  /** A killed PostgreSQL leaves files with its pid, which another process may have by now. */
  removeStaleLocks(): void {
    if (this.runningPid() !== undefined) return;
    rmSync(join(this.cluster, 'postmaster.pid'), { force: true });
    rmSync(join(this.socketDir, '.s.PGSQL.5432.lock'), { force: true });
    rmSync(join(this.socketDir, '.s.PGSQL.5432'), { force: true });
  }

  async stopPostmaster(): Promise<void> {
    const pid = this.runningPid();
    if (pid === undefined) return;
    process.kill(pid, 'SIGINT');
    // Not until the pid file is gone: that happens a little earlier.
    while (isPostgresIn(pid, this.cluster)) await new Promise((done) => setTimeout(done, 15));
  }
}

/** Checks the command and, on Linux, the working directory: the pid may belong to another PostgreSQL by now. */
function isPostgresIn(pid: number, cluster: string): boolean {
  if (!processCommand(pid)?.includes('postgres')) return false;
  if (process.platform !== 'linux') return true;
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

function shortSocketDir(dataDir: string): string {
  return join(tmpdir(), `moodring-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

function firstNumber(file: string): number | undefined {
  try {
    const number = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return Number.isNaN(number) ? undefined : number;
  } catch {
    return undefined;
  }
}
