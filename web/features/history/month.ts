/** Pure functions about a month of moods. Days are those of the browser's time zone. */
import type { Mood } from '#contract/moods.ts';
import type { ChosenMood } from '#contract/views.ts';

export interface Month {
  year: number;
  month: number;
}

export interface Day {
  day: number;
  moods: ChosenMood[];
}

const NAMES = 'January February March April May June July August September October November December'.split(' ');

const ORDER: Mood[] = ['Green', 'Yellow', 'Purple', 'Dark'];

export function monthOf(at: Date): Month {
  return { year: at.getFullYear(), month: at.getMonth() };
}

/** The month so many months later; earlier with a negative number. */
export function monthAfter({ year, month }: Month, months: number): Month {
  return monthOf(new Date(year, month + months, 1));
}

export function compareMonths(one: Month, other: Month): number {
  return one.year - other.year || one.month - other.month;
}

export function monthName({ year, month }: Month): string {
  return `${NAMES[month]} ${year}`;
}

/** From the month's first moment on, before the next month's, in milliseconds. Clock changes are within. */
export function monthRange(month: Month): { from: number; to: number } {
  const start = ({ year, month: index }: Month) => new Date(year, index, 1).getTime();
  return { from: start(month), to: start(monthAfter(month, 1)) };
}

/** Every day of the month with its moods, also days without any. @param moods oldest first */
export function daysOf({ year, month }: Month, moods: readonly ChosenMood[]): Day[] {
  const byDay = Map.groupBy(moods, ({ chosenAt }) => new Date(chosenAt).getDate());
  const length = new Date(year, month + 1, 0).getDate();
  return Array.from({ length }, (_, index) => ({ day: index + 1, moods: byDay.get(index + 1) ?? [] }));
}

/** Empty places before the first day, in weeks that begin on Monday. */
export function placesBefore({ year, month }: Month): number {
  return (new Date(year, month, 1).getDay() + 6) % 7;
}

/** 'October: Green 12 days, Yellow 9, Purple 3, Dark 1.' A day counts once for each mood that it had. */
export function summaryWords(month: Month, days: readonly Day[]): string {
  const counts = ORDER.map((mood) => ({
    mood,
    count: days.filter(({ moods }) => moods.some((each) => each.mood === mood)).length,
  })).filter(({ count }) => count > 0);
  const name = NAMES[month.month];
  if (counts.length === 0) return `${name}: no moods.`;
  const [first, ...rest] = counts.map(({ mood, count }) => `${mood} ${count}`);
  return `${name}: ${[`${first} ${counts[0]!.count === 1 ? 'day' : 'days'}`, ...rest].join(', ')}.`;
}
