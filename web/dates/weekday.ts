/** The day of the week: Tue. Not by Intl, whose formatters take a phone long to make. */
export function weekday(at: Date): string {
  return at.toDateString().slice(0, 3);
}
