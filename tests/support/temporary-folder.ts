import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder for a test. @param whenOver vitest's `onTestFinished` or `afterAll`, which removes it */
export function temporaryFolder(whenOver: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'moodring-test-'));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
