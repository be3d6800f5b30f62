import * as t from '#language';
import { Link } from '#web/ui/link.tsx';
import { usePlan } from './use-plan.ts';

/** The way to the person's own plan, where something is written in it. */
export function PlanLink({ className }: { className: string }) {
  if (!usePlan().data?.parts.length) return null;
  return (
    <Link to="/plan" className={className}>
      {t.myPlan}
    </Link>
  );
}
