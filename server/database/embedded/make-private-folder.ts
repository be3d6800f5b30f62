import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { ownAccounts } from './launch-unprivileged.ts';

/**
 * Makes a folder where any account may make one, as in the system's temporary folder. Another account's could be a trap.
 * @throws when it is a link, belongs to another account or is open to others; the message says what to do
 */
export function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const fault = faultOf(lstatSync(path));
  if (!fault) return;
  throw new Error(
    `The folder for PostgreSQL's socket, ${path}, ${fault}. Remove it if you know whose it is. Or set DATA_DIR to a shorter path (the socket is in it then), or TMPDIR to a folder of your own.`,
  );
}

function faultOf(found: Stats): string | undefined {
  if (!found.isDirectory()) return 'is no folder but a link or a file';
  if (!ownAccounts().includes(found.uid)) return `belongs to another account (user id ${found.uid})`;
  if (found.mode & 0o077) return `is open to other accounts (mode ${(found.mode & 0o777).toString(8)})`;
}
