import { useState } from 'react';
import type { PlanPart } from '#contract/account/plan.ts';
import { PLAN_PARTS, type PlanPartName } from '#contract/account/plan-parts.ts';
import { asksForSupport } from '#contract/moods.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { calendarDate } from '#web/dates/format-date.ts';
import { useStore } from '#web/store.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { drafts } from './drafts.ts';
import { PartForm } from './part-form.tsx';
import { PartView } from './part-view.tsx';
import { planQuery, usePlan } from './use-plan.ts';

/** /plan: what the person has written for a bad day, part by part. Nothing is required. */
export default function PlanScreen() {
  const { data: plan, error } = usePlan();
  const written = useStore(drafts);
  /** The part whose form was opened or closed here last: it gets the focus. */
  const [last, setLast] = useState<PlanPartName | null>(null);
  const { appUser, appUserMood } = useApp();
  const [isChanging, setChanging] = useState(false);
  const stored = plan?.parts ?? [];
  // In a hard time it is there to be read.
  const isRead =
    !isChanging &&
    stored.length > 0 &&
    Object.keys(written).length === 0 &&
    appUserMood !== null &&
    asksForSupport(appUserMood);

  return (
    <Page title={t.myPlan} lead={!isRead && t.planLead}>
      {plan ? (
        <>
          <p className="hidden print:block">
            {appUser?.displayName}, {calendarDate(new Date(), new Date())}
          </p>
          <ol className="space-y-4 print:space-y-2">
            {PLAN_PARTS.map((part) => {
              const shown = stored.find((each) => each.part === part) ?? emptyPart(part);
              // The way to the helplines stands in it.
              if (isRead && shown.changedAt === null && part !== 'calls') return null;
              return (
                <li
                  key={part}
                  className={`break-inside-avoid rounded-3xl bg-surface p-[min(1.5rem,6vw)] shadow-soft print:p-0 print:shadow-none ${shown.changedAt === null && part !== 'calls' ? 'print:hidden' : ''}`}
                >
                  {written[part] ? (
                    <PartForm part={part} draft={written[part]} hasFocus={last === part} onEnd={() => setLast(part)} />
                  ) : (
                    <PartView part={shown} hasFocus={last === part} onEdit={isRead ? null : () => setLast(part)} />
                  )}
                </li>
              );
            })}
          </ol>
          <p className="mt-6 text-ink-soft">{t.planReplacesNoCare}</p>
          {stored.length > 0 && (
            <div className="mt-4 flex flex-wrap gap-2 print:hidden">
              <Button variant="quiet" onClick={() => window.print()}>
                {t.print}
              </Button>
              {isRead && (
                <Button variant="quiet" onClick={() => setChanging(true)}>
                  {t.change}
                </Button>
              )}
            </div>
          )}
        </>
      ) : (
        !error && <Skeleton className="h-96" />
      )}
      <FormError>{error?.message}</FormError>
    </Page>
  );
}

PlanScreen.firstQuery = planQuery;

function emptyPart(part: PlanPartName): PlanPart {
  return { part, words: '', contacts: [], readers: [], changedAt: null };
}
