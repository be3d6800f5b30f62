import type { Logger } from 'pino';
import { createLog } from '#server/logging/log.ts';

/** The server's logger at its lowest level, with its lines for the test. */
export interface TestLog {
  log: Logger;
  /** The lines so far, parsed. */
  lines: { level: number; msg: string; [key: string]: unknown }[];
  /** All lines as JSON. */
  written(): string;
}

export function createTestLog(): TestLog {
  const lines: TestLog['lines'] = [];
  const log = createLog({ write: (line: string) => void lines.push(JSON.parse(line)) }, 'trace');
  return { log, lines, written: () => JSON.stringify(lines) };
}
