import { type Logger, pino } from 'pino';

/** A logger whose lines a test can read. */
export interface TestLog {
  log: Logger;
  /** The lines so far, parsed. */
  lines: { level: number; msg: string; [key: string]: unknown }[];
  /** Everything that was logged, as it was written. */
  written(): string;
}

export function createTestLog(): TestLog {
  const lines: TestLog['lines'] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines, written: () => JSON.stringify(lines) };
}
