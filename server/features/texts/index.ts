export { createDailyBudget } from './admission/daily-budget.ts';
export { createEmergencyAllowance } from './admission/emergency-allowance.ts';
export { forgetNumber } from './forget-number.ts';
export { createGateways, describeGateways } from './gateways/create-gateways.ts';
export type { Gateways } from './gateways/gateway.ts';
export { openOutboxPool } from './outbox/open-outbox-pool.ts';
export { createOutbox, type Outbox } from './outbox/outbox.ts';
export { sweepTexts } from './retention/sweep-texts.ts';
export { WORDING, WORDING_JOINS, type Wording, wordsOf } from './wording/texts.ts';
