import { useQuery } from '@tanstack/react-query';
import type { Plan } from '#contract/account/plan.ts';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { keptQuery } from '#web/kept/index.ts';

export const planKey = (me: string) => ['plan', me] as const;

export function planQuery(me: string) {
  const fetch = () => call<Plan>('GET', `/api/users/${me}/plan`);
  return keptQuery(me, { queryKey: planKey(me), fetch, isLate: true });
}

/** The person's own plan. It is kept in the browser: it opens without a connection, too. */
export function usePlan() {
  return useQuery(planQuery(useApp().appUser?.uid ?? ''));
}

/** Fetches the plan once the app is idle, so that it opens without a connection. */
export function KeepPlan(): null {
  usePlan();
  return null;
}
