import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BYTES = 64 * 1024;

/** Why nothing can be written in a folder (a full disk, a read-only one), in the system's words; undefined when it can. */
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
  } catch {
    // Nothing was made where nothing can be written.
  }
}
