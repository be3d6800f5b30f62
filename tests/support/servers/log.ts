import type { Logger } from 'pino';
import { createLog } from '#server/logging/log.ts';

/** The server's own logger at its lowest level, whose lines a test can read. */
export interface TestLog {
  log: Logger;
  /** The lines so far, parsed. */
  lines: { level: number; msg: string; [key: string]: unknown }[];
  /** Everything that was logged, as it was written. */
  written(): string;
}

export function createTestLog(): TestLog {
  const lines: TestLog['lines'] = [];
  const log = createLog({ write: (line: string) => void lines.push(JSON.parse(line)) }, 'trace');
  return { log, lines, written: () => JSON.stringify(lines) };
}
