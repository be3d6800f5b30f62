import { spawnSync } from 'node:child_process';

/** How to start a program as somebody other than root. */
export interface Launch {
  prefix: string[];
  uid?: number;
  gid?: number;
}

const NOBODY = 65534;
const IN_NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];

/**
 * PostgreSQL refuses to run as root. In a user namespace no account is needed and its files stay root's; where
 * namespaces are forbidden, an unprivileged account gets the folders instead.
 */
export function launchUnprivileged(folders: string[]): Launch {
  if (process.getuid?.() !== 0) return { prefix: [] };
  if (namespacesWork()) return { prefix: IN_NAMESPACE };
  spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, ...folders]);
  return { prefix: [], uid: NOBODY, gid: NOBODY };
}

/** The accounts of this process: its own, and the one that PostgreSQL then runs as. */
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
