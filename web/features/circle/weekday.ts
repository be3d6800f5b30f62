// Not by Intl: on a phone one formatter takes longer to be made than everything else that a screen shows.
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The day of the week: Tue. */
export function weekday(at: Date): string {
  return WEEKDAYS[at.getDay()]!;
}
