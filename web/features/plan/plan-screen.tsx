import { useState } from 'react';
import type { PlanPart } from '#contract/account/plan.ts';
import { PLAN_PARTS, type PlanPartName } from '#contract/account/plan-parts.ts';
import * as t from '#language';
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

  return (
    <Page title={t.myPlan} lead={t.planLead}>
      {plan ? (
        <>
          <ol className="space-y-4 print:space-y-2">
            {PLAN_PARTS.map((part) => {
              const shown = plan.parts.find((each) => each.part === part) ?? emptyPart(part);
              return (
                <li
                  key={part}
                  className="break-inside-avoid rounded-3xl bg-surface p-[min(1.5rem,6vw)] shadow-soft print:p-0 print:shadow-none"
                >
                  {written[part] ? (
                    <PartForm part={part} draft={written[part]} hasFocus={last === part} onEnd={() => setLast(part)} />
                  ) : (
                    <PartView part={shown} hasFocus={last === part} onEdit={() => setLast(part)} />
                  )}
                </li>
              );
            })}
          </ol>
          <p className="mt-6 text-ink-soft">{t.planReplacesNoCare}</p>
          {plan.parts.length > 0 && (
            <Button variant="quiet" className="mt-4 print:hidden" onClick={() => window.print()}>
              {t.print}
            </Button>
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
