export { LEAVE_PLANS, PLAN, placeOf } from './plan.ts';
export { unseal } from './seal.ts';
