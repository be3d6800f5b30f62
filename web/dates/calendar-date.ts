/** A day as a person would write it: 3 Mar, or with the year when it is another: 3 Mar 2025. */
export function calendarDate(at: Date, now: Date): string {
  const [, month] = at.toDateString().split(' ');
  const day = `${at.getDate()} ${month}`;
  return at.getFullYear() === now.getFullYear() ? day : `${day} ${at.getFullYear()}`;
}
