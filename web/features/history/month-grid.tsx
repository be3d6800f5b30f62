import { clockTime } from '#web/dates/format-date.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { type Day, type Month, placesBefore } from './month.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** A month as weeks. Hidden from screen readers, which read the table. */
export function MonthGrid({ month, days }: { month: Month; days: readonly Day[] }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-7 gap-1">
      {WEEKDAYS.map((weekday) => (
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
              <span key={chosenAt} title={`${mood}, ${clockTime(chosenAt)}`} className="flex">
                <Bubble mood={mood} size="tiny" />
              </span>
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}
