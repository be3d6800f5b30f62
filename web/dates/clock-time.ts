/** The time of day: 14:05. */
export function clockTime(at: Date | number): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}
