import { LONGEST_PAUSE_MS } from '../outbox/longest-pause.ts';

/**
 * The milliseconds that an answer's Retry-After asks for, in seconds or as a date; 0 when it says nothing readable. A date
 * is by the clock of whoever answered, which may not agree with ours.
 */
export function retryAfterMs(headers: Headers): number {
  const header = headers.get('retry-after');
  if (header === null) return 0;
  const theirNow = Date.parse(headers.get('date') ?? '') || Date.now();
  const asked = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - theirNow;
  return Math.min(Math.max(asked || 0, 0), LONGEST_PAUSE_MS);
}
