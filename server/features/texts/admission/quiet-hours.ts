import { remember } from '../remember.ts';

/** Minutes of the day in an IANA time zone; null for none. */
export interface QuietHours {
  quietFrom: number | null;
  quietTo: number | null;
  quietZone: string | null;
}

/** Making a formatter takes longer than all its answers. There are some 600 zones. */
const clockOf = remember(
  700,
  (timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
);

/**
 * PostgreSQL would fail the statement for a zone that it does not know. Here such a zone counts as none.
 * @param atMs milliseconds since 1970
 */
export function isQuietAt({ quietFrom, quietTo, quietZone }: QuietHours, atMs: number): boolean {
  if (quietFrom === null || quietTo === null || quietZone === null) return false;
  const minute = minuteOfDay(quietZone, atMs);
  if (minute === undefined) return false;
  return quietFrom <= quietTo ? quietFrom <= minute && minute < quietTo : quietFrom <= minute || minute < quietTo;
}

function minuteOfDay(zone: string, atMs: number): number | undefined {
  try {
    const [hours, minutes] = clockOf(zone).format(atMs).split(':');
    return Number(hours) * 60 + Number(minutes);
  } catch (error) {
    if (error instanceof RangeError) return;
    throw error;
  }
}
