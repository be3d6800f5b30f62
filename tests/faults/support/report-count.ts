import { appendFileSync } from 'node:fs';

/** The figures of one fault test. */
export interface Count {
  what: string;
  /** Actions that the server acknowledged meanwhile. */
  tries: number;
  /** How often something was broken. */
  faults: number;
  /** Acknowledged actions that were missing afterwards. */
  losses: number;
  /** Texts that the endpoint accepted twice. */
  doubled?: number;
}

/** Adds a line to the table of `tests/faults/print-counts.ts`. */
export function reportCount(result: Count): void {
  appendFileSync(process.env.FAULTS_COUNTS!, `${JSON.stringify(result)}\n`);
}
