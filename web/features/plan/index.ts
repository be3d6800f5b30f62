export { KeepPlan, useHasPlan } from './use-plan.ts';
export { WhatHelps, WhatHelpsList } from './what-helps.tsx';
