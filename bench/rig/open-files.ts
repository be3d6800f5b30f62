import { openFileLimit } from '#server/http-server/limit-connections.ts';

/** @throws when a process on this machine may not open so many files and sockets */
export function expectOpenFiles(count: number): void {
  if (openFileLimit() < count)
    throw new Error(`This machine lets a process open ${openFileLimit()} files, ${count} are needed: ulimit -Hn`);
}
