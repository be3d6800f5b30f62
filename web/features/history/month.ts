/** Pure functions about a month of moods. A month is its first moment, in the browser's time zone. */
import { type Mood, moodName } from '#contract/moods.ts';
import type { ChosenMood } from '#contract/views.ts';
import * as t from '#language';

export interface Day {
  day: number;
  moods: ChosenMood[];
}

const NAMES = t.months.split(', ');

const ORDER: Mood[] = ['Green', 'Yellow', 'Purple', 'Dark'];

export function monthOf(at: Date): Date {
  return new Date(at.getFullYear(), at.getMonth());
}

/** The month so many months later; earlier with a negative number. */
export function monthAfter(month: Date, months: number): Date {
  return new Date(month.getFullYear(), month.getMonth() + months);
}

export function monthName(month: Date): string {
  return t.monthOfYear({ month: NAMES[month.getMonth()]!, year: month.getFullYear() });
}

/** Every day of the month with its moods, also days without any. @param moods oldest first */
export function daysOf(month: Date, moods: readonly ChosenMood[]): Day[] {
  const byDay = Map.groupBy(moods, ({ chosenAt }) => new Date(chosenAt).getDate());
  const length = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
  return Array.from({ length }, (_, index) => ({ day: index + 1, moods: byDay.get(index + 1) ?? [] }));
}

/** Empty places before the first day, in weeks that begin on Monday. */
export function placesBefore(month: Date): number {
  return (month.getDay() + 6) % 7;
}

/** 'October: Green 12 days, Yellow 9, Purple 3, Dark 1.' A day counts once for each mood that it had. */
export function summaryWords(month: Date, days: readonly Day[]): string {
  const counts = ORDER.map((mood) => ({
    mood: moodName(mood),
    count: days.filter(({ moods }) => moods.some((each) => each.mood === mood)).length,
  })).filter(({ count }) => count > 0);
  const name = NAMES[month.getMonth()]!;
  const [first, ...rest] = counts;
  if (!first) return t.noMoodsIn({ month: name });
  const moods = [t.moodDays(first), ...rest.map(t.moodDaysShort)].join(t.listComma);
  return t.moodsIn({ month: name, moods });
}
