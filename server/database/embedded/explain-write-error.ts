import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BYTES = 64 * 1024;

/** Tries to write in a folder. @returns the system's error (full disk, read-only file system); undefined when it works */
export function explainWriteError(folder: string): string | undefined {
  const file = join(folder, `.written-by-${process.pid}`);
  try {
    writeFileSync(file, Buffer.alloc(BYTES), { flush: true });
    rmSync(file);
  } catch (error) {
    removeIfThere(file);
    return (error as Error).message;
  }
}

function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}
