import { execFile } from 'node:child_process';

/** The packages with known holes, and how bad; or why the registry could not be asked. */
type Audit = { holes: string[] } | { notAsked: string };

/** What is read of npm's answer. */
interface Report {
  vulnerabilities?: Record<string, { severity: string }>;
  error?: { summary: string };
  message?: string;
}

/** Longer than any registry takes that means to answer. */
const GIVE_UP_AFTER_MS = 8_000;

/**
 * Asks the registry once for the known holes of what runs in production, as the lock file has it.
 * @param settings npm's own
 */
export function auditProduction(settings: string[] = []): Promise<Audit> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', ...settings];
  return new Promise((resolve) => {
    // It ends with a code of its own when there are holes.
    execFile('npm', args, { timeout: GIVE_UP_AFTER_MS, maxBuffer: 64 * 1024 * 1024 }, (error, out) => {
      resolve(read(out) ?? { notAsked: error?.killed ? 'no answer in time' : (error?.message ?? 'no report') });
    });
  });
}

function read(out: string): Audit | undefined {
  try {
    const { vulnerabilities, error, message }: Report = JSON.parse(out);
    if (!vulnerabilities) return { notAsked: message ?? error?.summary ?? out };
    return {
      holes: Object.entries(vulnerabilities).map(([name, { severity }]) => `${name}: ${severity}`),
    };
  } catch {
    return undefined;
  }
}
