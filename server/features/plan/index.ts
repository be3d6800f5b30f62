export { LEAVE_PLANS, PLAN } from './plan.ts';
export { unseal } from './seal.ts';
