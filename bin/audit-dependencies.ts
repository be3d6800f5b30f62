import { execFile } from 'node:child_process';

/** The packages with known vulnerabilities and their severity, or why the registry gave no report. */
type Audit = { vulnerabilities: string[] } | { unavailable: string };

/** The parts of npm's report that are read here. */
interface Report {
  vulnerabilities?: Record<string, { severity: string }>;
  error?: { summary: string };
  message?: string;
}

const TIMEOUT_MS = 8_000;

/**
 * Asks the registry once for known vulnerabilities of the packages that run in production, in their locked versions.
 */
export function auditDependencies(): Promise<Audit> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0'];
  return new Promise((resolve) => {
    // npm also ends with an error code when it has found vulnerabilities, so the output decides.
    execFile('npm', args, { timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 }, (error, out) => {
      const reason = error?.killed ? 'no answer in time' : (error?.message ?? 'no report');
      resolve(parseReport(out) ?? { unavailable: reason });
    });
  });
}

/** @returns undefined when npm printed no JSON */
export function parseReport(out: string): Audit | undefined {
  try {
    const { vulnerabilities, error, message }: Report = JSON.parse(out);
    if (!vulnerabilities) return { unavailable: message ?? error?.summary ?? out };
    return {
      vulnerabilities: Object.entries(vulnerabilities).map(([name, { severity }]) => `${name}: ${severity}`),
    };
  } catch {
    return undefined;
  }
}
