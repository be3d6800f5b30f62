export { KeepPlan, usePlan } from './use-plan.ts';
export { WhatHelps, WhatHelpsList } from './what-helps.tsx';
