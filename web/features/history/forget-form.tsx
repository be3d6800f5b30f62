import { useState } from 'react';
import type { Forgotten } from '#contract/account/history.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { calendarDate, isoDate } from '#web/dates/format-date.ts';
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
    if (!day) throw new Error(t.pleaseChooseADate);
    setSaid(wordsOf(await forgetBefore(uid, day.getTime())));
    await queries.invalidateQueries({ queryKey: historyKey(uid) });
  }

  return (
    <details>
      <summary className={`${buttonClass('quiet')} list-none`}>{t.forgetOldMoods}</summary>
      <p className="mt-4 mb-4">{t.forgettingMeans}</p>
      <Form button={t.forgetEverythingBefore({ date: words })} variant="danger" submit={forget}>
        <Field
          label={t.beforeDate}
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
  return kept === 0 ? t.moodsAreForgotten({ forgotten }) : t.moodsAreForgottenAndKept({ forgotten, kept });
}
