const DAY_MS = 24 * 60 * 60 * 1000;

/** Midnights from one moment to another by the local calendar, whatever the hours and the clock changes between. */
export function daysBetween(from: Date, to: Date): number {
  return (calendarDay(to) - calendarDay(from)) / DAY_MS;
}

function calendarDay(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
}
