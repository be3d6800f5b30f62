import { clockTime, daysBetween } from '#web/dates/format-date.ts';

const HALF_HOUR = 30 * 60_000;
const HOUR = 2 * HALF_HOUR;
const DAY = 24 * HOUR;
/** Late in the evening the morning is offered, too. */
const MORNING_UNTIL = 12;

interface LaterTime {
  /** In ms. */
  time: number;
  words: string;
}

/** The full hours that a friend can name, from half an hour ahead: those of today, and of the next morning. @param now in ms */
export function laterTimes(now: number): LaterTime[] {
  const first = new Date(now + HALF_HOUR);
  first.setMinutes(60, 0, 0);
  const times: LaterTime[] = [];
  for (let time = first.getTime(); time <= now + DAY - HOUR; time += HOUR) {
    const isToday = daysBetween(new Date(now), new Date(time)) === 0;
    const hour = new Date(time).getHours();
    if (isToday) times.push({ time, words: clockTime(time) });
    else if (hour >= 7 && hour <= MORNING_UNTIL) times.push({ time, words: `Tomorrow, ${clockTime(time)}` });
  }
  return times;
}
