import { useState } from 'react';
import type { Forgotten } from '#contract/account/history.ts';
import { call } from '#web/calls/http.ts';
import { calendarDate } from '#web/dates/format-date.ts';
import { queries } from '#web/query-cache.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { historyKey } from './use-history.ts';

export function ForgetForm({ uid }: { uid: string }) {
  const [date, setDate] = useState(() => isoDate(new Date()));
  const [said, setSaid] = useState<string | null>(null);
  /** The first moment of that day here; '' is no date. */
  const day = date && new Date(`${date}T00:00`);
  const words = day ? calendarDate(day, new Date()) : '…';

  async function forget() {
    setSaid(null);
    if (!day) throw new Error('Please choose a date.');
    setSaid(wordsOf(await forgetBefore(uid, day.getTime())));
    await queries.invalidateQueries({ queryKey: historyKey(uid) });
  }

  return (
    <details>
      <summary className={`${buttonClass('quiet')} list-none`}>Forget old moods</summary>
      <p className="mt-4 mb-4">
        Moods before this day are deleted for good, with their texts. Your mood now stays. A hard time stays until a day
        after it ends.
      </p>
      <Form button={`Forget everything before ${words}`} variant="danger" submit={forget}>
        <Field
          label="Before"
          type="date"
          value={date}
          max={isoDate(new Date())}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
      </Form>
      <p role="status" className="mt-3 min-h-6 font-medium">
        {said}
      </p>
    </details>
  );
}

/** A long history takes several calls. */
async function forgetBefore(uid: string, before: number): Promise<Forgotten> {
  let forgotten = 0;
  for (;;) {
    const answer = await call<Forgotten>('DELETE', `/api/users/${uid}/moods?before=${before}`);
    forgotten += answer.forgotten;
    if (answer.isDone) return { ...answer, forgotten };
  }
}

function wordsOf({ forgotten, kept }: Forgotten): string {
  const done = forgotten === 1 ? '1 mood is forgotten.' : `${forgotten} moods are forgotten.`;
  if (kept === 0) return done;
  return `${done} ${kept === 1 ? '1 stays' : `${kept} stay`} until the hard time is over and its texts have left.`;
}

/** A day here as date fields have it, and Swedes write it: 2026-10-31. */
function isoDate(at: Date): string {
  return at.toLocaleDateString('sv');
}
