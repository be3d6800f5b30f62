import { moodName } from '#contract/moods.ts';
import * as t from '#language';
import { clockTime, weekday } from '#web/dates/format-date.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { type Day, monthName, placesBefore } from './month.ts';

export function MonthTable({ month, days }: { month: Date; days: readonly Day[] }) {
  const filled = days.filter(({ moods }) => moods.length > 0);
  return (
    <table className="w-full border-collapse text-start">
      <caption className="sr-only">{t.yourMoodsIn({ month: monthName(month) })}</caption>
      <thead>
        <tr className="border-line border-b text-ink-soft">
          <th scope="col" className="py-2 pe-3 font-medium">
            {t.dayColumn}
          </th>
          <th scope="col" className="py-2 font-medium">
            {t.moods}
          </th>
        </tr>
      </thead>
      <tbody>
        {filled.map(({ day, moods }) => (
          <tr key={day} className="border-line border-b">
            <th scope="row" className="w-[min(6rem,25vw)] py-2 pe-3 align-top font-medium tabular-nums">
              {t.dayAndDate({ weekday: weekday(new Date(month.getFullYear(), month.getMonth(), day)), date: day })}
            </th>
            <td className="py-2">
              <ol className="flex flex-wrap gap-x-4 gap-y-1">
                {moods.map(({ mood, chosenAt }) => (
                  <li key={chosenAt} className="inline-flex flex-wrap items-center gap-x-1.5">
                    <Bubble mood={mood} size="small" />
                    {clockTime(chosenAt)}
                  </li>
                ))}
              </ol>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A month as weeks. Hidden from screen readers, which read the table. */
export function MonthGrid({ month, days }: { month: Date; days: readonly Day[] }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-7 gap-1">
      {t.weekdaysOfCalendar.split(', ').map((weekday) => (
        <span key={weekday} className="overflow-hidden text-center text-[min(0.875rem,3.6vw)] text-ink-soft">
          {weekday}
        </span>
      ))}
      {days.map(({ day, moods }) => (
        <div
          key={day}
          style={day === 1 ? { gridColumnStart: placesBefore(month) + 1 } : undefined}
          className="flex min-h-16 min-w-0 flex-col items-center gap-1 rounded-xl border border-line p-0.5"
        >
          <span className="text-[min(0.875rem,3.6vw)] text-ink-soft tabular-nums">{day}</span>
          <span className="flex flex-wrap justify-center gap-0.5">
            {moods.map(({ mood, chosenAt }) => (
              <span
                key={chosenAt}
                title={t.dayAtTime({ day: moodName(mood), time: clockTime(chosenAt) })}
                className="flex"
              >
                <Bubble mood={mood} size="tiny" />
              </span>
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}
