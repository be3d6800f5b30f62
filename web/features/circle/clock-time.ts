const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The time of day: 14:05. */
export function clockTime(at: Date | number): string {
  return clock.format(at);
}
