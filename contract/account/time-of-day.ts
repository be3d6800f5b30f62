const DAY_MINUTES = 24 * 60;

/** @param time as 09:30 @returns minutes of the day */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** @param minutes of the day @returns as 09:30 */
export function timeOfDay(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** From one time of the day to the next time that it is the other. */
export function minutesBetween(from: string, to: string): number {
  return (minutesOf(to) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES;
}

export function timeAfter(from: string, minutes: number): string {
  return timeOfDay((minutesOf(from) + minutes) % DAY_MINUTES);
}
