/** The day of the week: Tue. Not by Intl: a phone takes longer to make one formatter than to show a screen. */
export function weekday(at: Date): string {
  return at.toDateString().slice(0, 3);
}
