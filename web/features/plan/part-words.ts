import type { PlanPartName } from '#contract/account/plan-parts.ts';
import * as t from '#language';

/** The heading of each part, and what could stand in it. */
export const PART_WORDS: Record<PlanPartName, { title: string; hint: string }> = {
  signs: { title: t.planSigns, hint: t.planSignsHint },
  alone: { title: t.planAlone, hint: t.planAloneHint },
  away: { title: t.planAway, hint: t.planAwayHint },
  friends: { title: t.planFriends, hint: t.planFriendsHint },
  calls: { title: t.planCalls, hint: t.planCallsHint },
  safer: { title: t.planSafer, hint: t.planSaferHint },
};
