const format = new Intl.DateTimeFormat('en-US', { weekday: 'short' });

/** The day of the week: Tue. */
export function weekday(at: Date): string {
  return format.format(at);
}
