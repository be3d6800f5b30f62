import { useState } from 'react';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { BACK, FORTH } from '#web/ui/line-icon.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { ForgetForm } from './forget-form.tsx';
import { daysOf, monthAfter, monthName, monthOf, summaryWords } from './month.ts';
import { MonthGrid, MonthTable } from './month-table.tsx';
import { useHistory } from './use-history.ts';

/** /history: one's own moods, month by month. Nobody else sees it. */
export default function HistoryScreen() {
  const { appUser } = useApp();
  const [month, setMonth] = useState(() => monthOf(new Date()));
  const [isTable, setTable] = useState(false);
  const { data, error } = useHistory(month);
  if (!appUser) return null;
  const days = data && daysOf(month, data.moods);
  return (
    <Page title={t.yourMoods} lead={t.onlyYouSeeThis}>
      <section aria-labelledby="month" className="rounded-3xl bg-surface p-4 shadow-soft md:p-6">
        <Months month={month} first={data?.first ?? null} onChange={setMonth} />
        <p role="status" className="my-4 min-h-6 text-center font-medium">
          {days && summaryWords(month, days)}
        </p>
        {days ? (
          <>
            {!isTable && <MonthGrid month={month} days={days} />}
            {/* The grid is for the eye: screen readers get the table in any case. */}
            <div className={isTable ? '' : 'sr-only'}>
              <MonthTable month={month} days={days} />
            </div>
          </>
        ) : (
          !error && <Skeleton className="h-80" />
        )}
        <FormError>{error?.message}</FormError>
        <div className="mt-5 border-line border-t pt-5">
          <Switch label={t.asATable} note={t.asATableNote} isOn={isTable} onChange={setTable} />
        </div>
      </section>
      <section aria-labelledby="keep" className="mt-5 rounded-3xl bg-surface p-6 shadow-soft">
        <h2 id="keep" className="font-semibold text-xl">
          {t.keepOrForget}
        </h2>
        <a href={`/api/users/${appUser.uid}/moods.csv`} download className={`${buttonClass('quiet')} mt-4 mb-4`}>
          {t.downloadAsCsv}
        </a>
        <ForgetForm uid={appUser.uid} />
      </section>
    </Page>
  );
}

interface MonthsProps {
  month: Date;
  first: number | null;
  onChange: (month: Date) => void;
}

function Months({ month, first, onChange }: MonthsProps) {
  const before = monthAfter(month, -1);
  const after = monthAfter(month, 1);
  const hasBefore = first !== null && before >= monthOf(new Date(first));
  const hasAfter = after <= monthOf(new Date());
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <IconButton
          label={monthName(before)}
          icon={BACK}
          aria-disabled={!hasBefore}
          onClick={() => hasBefore && onChange(before)}
        />
        <h2
          id="month"
          aria-live="polite"
          className="@max-[16rem]:order-first min-w-0 @max-[16rem]:basis-full text-center font-semibold text-xl"
        >
          {monthName(month)}
        </h2>
        <IconButton
          label={monthName(after)}
          icon={FORTH}
          aria-disabled={!hasAfter}
          onClick={() => hasAfter && onChange(after)}
        />
      </div>
    </div>
  );
}
