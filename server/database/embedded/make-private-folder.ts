import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { ownAccounts } from './launch-unprivileged.ts';

/** Makes a folder in the temporary folder, where another account may have set a trap. @throws when it is not ours alone */
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
