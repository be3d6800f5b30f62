import type { PlanPart } from '#contract/account/plan.ts';
import type { PlanPartName } from '#contract/account/plan-parts.ts';
import { createStore } from '#web/store.ts';

export interface Draft extends Pick<PlanPart, 'changedAt'> {
  words: string;
  contacts: readonly string[];
  /** Null for nobody. */
  readers: readonly string[] | null;
}

/** The parts that are being written: they stay until they are saved or given up, also on other screens. */
export const drafts = createStore<Partial<Record<PlanPartName, Draft>>>({}, { isPersonal: true });

export function setDraft(part: PlanPartName, draft: Draft | undefined): void {
  const { [part]: _, ...others } = drafts.get();
  drafts.set(draft ? { ...others, [part]: draft } : others);
}
