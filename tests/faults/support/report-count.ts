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

/** Adds a line to the summary of `bin/tests/faults.ts`, or prints it when the test runs alone. */
export function reportCount(result: Count): void {
  const line = `${JSON.stringify(result)}\n`;
  if (process.env.FAULTS_COUNTS) appendFileSync(process.env.FAULTS_COUNTS, line);
  else console.log(line);
}
