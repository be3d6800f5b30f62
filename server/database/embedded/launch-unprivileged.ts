import { spawnSync } from 'node:child_process';

const NOBODY = 65534;
const IN_NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];

/** PostgreSQL refuses to run as root. Where user namespaces are forbidden, the account `nobody` gets the folders. */
export function launchUnprivileged(folders: string[]): { prefix: string[]; uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return { prefix: [] };
  if (namespacesWork()) return { prefix: IN_NAMESPACE };
  spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, ...folders]);
  return { prefix: [], uid: NOBODY, gid: NOBODY };
}

/** The user ids of this process and of the PostgreSQL that it starts. */
export function ownAccounts(): number[] {
  const own = process.getuid?.() ?? 0;
  return own === 0 && !namespacesWork() ? [own, NOBODY] : [own];
}

let namespaces: boolean | undefined;

function namespacesWork(): boolean {
  const [program = '', ...args] = [...IN_NAMESPACE, 'true'];
  namespaces ??= spawnSync(program, args, { stdio: 'ignore' }).status === 0;
  return namespaces;
}
