export { PlanLink } from './plan-link.tsx';
export { KeepPlan } from './use-plan.ts';
export { WhatHelps, WhatHelpsList } from './what-helps.tsx';
