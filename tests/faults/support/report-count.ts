import { appendFileSync } from 'node:fs';

/** What a test of faults did, and what came of it. */
export interface Count {
  what: string;
  /** What people did meanwhile and were told had worked. */
  tries: number;
  /** What was broken, how often. */
  faults: number;
  /** What had been acknowledged and was not there afterwards. */
  losses: number;
  /** Texts that the endpoint took twice. */
  doubled?: number;
}

/** Tells the run's summary (`bin/test-faults.ts`); a test that runs by itself shows it. */
export function reportCount(result: Count): void {
  const line = `${JSON.stringify(result)}\n`;
  if (process.env.FAULTS_COUNTS) appendFileSync(process.env.FAULTS_COUNTS, line);
  else console.log(line);
}
