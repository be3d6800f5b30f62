import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { Logger } from 'pino';

/** What was refused, as tools that ban addresses read it (docs/operating.md). */
export type SecurityEvent = 'sign-in-failed' | 'sign-in-limited' | 'password-refused' | 'too-many' | 'foreign-origin';

interface About {
  /** Where the call came from. */
  address?: string | null | undefined;
  /** The email that was tried, or the uid of who is signed in. Logged as a short keyed hash. */
  account?: string | undefined;
}

/** The log's lines about refusals. */
export interface SecurityLog {
  tell(event: SecurityEvent, about: About): void;
  /** Tells what was left out so far. */
  close(): void;
}

interface Bounds {
  /** How many lines there are within `seconds` at most: a flood fills no disk. */
  lines: number;
  /** How many of them are about one address, so that nobody can hide others behind a flood of their own. */
  ofOneAddress: number;
  seconds: number;
}

/** 50 MB a day at the most, and enough for a tool that bans at the tenth. */
const BOUNDS: Bounds = { lines: 150, ofOneAddress: 20, seconds: 60 };

/** @param secret keys the hashes, so that a reader of the log cannot try emails on them */
export function createSecurityLog(log: Logger, secret: string, bounds = BOUNDS): SecurityLog {
  let told = 0;
  let leftOut = 0;
  const byAddress = new Map<string, number>();
  let ending: NodeJS.Timeout | undefined;

  function beginAnew(): void {
    clearTimeout(ending);
    ending = undefined;
    if (leftOut > 0) log.warn({ event: 'more', count: leftOut }, 'Further refusals were not logged one by one');
    told = 0;
    leftOut = 0;
    byAddress.clear();
  }

  return {
    tell(event, about) {
      const address = plainAddress(about.address);
      const before = byAddress.get(address) ?? 0;
      ending ??= setTimeout(beginAnew, bounds.seconds * 1_000).unref();
      if (told >= bounds.lines || before >= bounds.ofOneAddress) {
        leftOut += 1;
        return;
      }
      told += 1;
      byAddress.set(address, before + 1);
      const account = about.account && createHmac('sha256', secret).update(`log ${about.account}`).digest('hex');
      log.info({ event, address, ...(account && { account: account.slice(0, 12) }) }, 'A call was refused');
    },
    close: beginAnew,
  };
}

/** An IPv4 address as such, also where the socket speaks IPv6; nothing that only came in an address's place. */
function plainAddress(address: string | null | undefined): string {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
  return isIP(plain) ? plain : 'unknown';
}
