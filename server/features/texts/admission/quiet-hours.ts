import { remember } from '../remember.ts';

/** A person's quiet hours: minutes of the day in an IANA time zone; null for none. */
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
 * Whether a moment is in somebody's quiet hours. Worked out here, not in PostgreSQL: a zone that it does not know would fail
 * the statement for everybody's texts. A zone that is not known here any more counts as no quiet hours: a call stays open.
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
