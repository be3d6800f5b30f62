import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { clientSite } from '#server/network/client-network.ts';

/** A refused call. Tools that ban addresses read these names (docs/operating.md). */
export type SecurityEvent =
  | 'sign-in-failed'
  | 'sign-in-limited'
  | 'sign-up-limited'
  | 'password-refused'
  | 'recovery-refused'
  | 'too-many'
  | 'foreign-origin'
  | 'not-the-gateway';

interface Details {
  address?: string | null | undefined;
  /** The email of the attempt, or the uid of the signed-in person. Logged as a short keyed hash. */
  account?: string | undefined;
}

export type SecurityLog = ReturnType<typeof createSecurityLog>;

/**
 * The most lines within `seconds`, so that a flood does not fill the disk: at most 50 MB a day. Those of one site (`clientSite`) do not
 * hide another's attempts, and are enough for a tool that bans an address after ten refusals.
 */
const BOUNDS = { lines: 150, linesPerSite: 20, seconds: 60 };

/** @param secret keys the hashes, so that readers of the log cannot find an email by trying many */
export function createSecurityLog(log: Logger, secret: string, bounds = BOUNDS) {
  let logged = 0;
  let skipped = 0;
  const bySite = new Map<string, number>();
  let periodEnd: NodeJS.Timeout | undefined;

  function startNewPeriod(): void {
    clearTimeout(periodEnd);
    periodEnd = undefined;
    if (skipped > 0) log.warn({ event: 'more', count: skipped }, 'Further refusals were not logged one by one');
    logged = 0;
    skipped = 0;
    bySite.clear();
  }

  return {
    record(event: SecurityEvent, details: Details): void {
      const address = normalizedAddress(details.address);
      const site = clientSite(address);
      const before = bySite.get(site) ?? 0;
      periodEnd ??= setTimeout(startNewPeriod, bounds.seconds * 1_000).unref();
      if (logged >= bounds.lines || before >= bounds.linesPerSite) {
        skipped += 1;
        return;
      }
      logged += 1;
      bySite.set(site, before + 1);
      const account = details.account && createHmac('sha256', secret).update(`log ${details.account}`).digest('hex');
      log.info({ event, address, ...(account && { account: account.slice(0, 12) }) }, 'A call was refused');
    },
    /** Logs how many events were left out since the last such line. */
    close: startNewPeriod,
  };
}

/** Writes ::ffff:192.0.2.1 as 192.0.2.1. 'unknown' for text that is no IP address, such as a forged header. */
function normalizedAddress(address: string | null | undefined): string {
  const normalized = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
  return isIP(normalized) ? normalized : 'unknown';
}
