const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The time of day of a message: 14:05. */
export function clockTime(milliseconds: number): string {
  return clock.format(milliseconds);
}
