/** No gateway puts its texts off for longer than this at once. */
const LONGEST_MS = 15 * 60 * 1000;

/** The milliseconds that a Retry-After header asks for, in seconds or as a date; 0 when it says nothing readable. */
export function retryAfterMs(header: string | null): number {
  if (header === null) return 0;
  const asked = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Math.min(Math.max(asked || 0, 0), LONGEST_MS);
}
