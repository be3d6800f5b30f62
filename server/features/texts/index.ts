export { createDailyBudget } from './admission/daily-budget.ts';
export { createEmergencyAllowance } from './admission/emergency-allowance.ts';
export { forgetNumber } from './forget-number.ts';
export { createGateways, describeGateways } from './gateways/create-gateways.ts';
export type { Gateways } from './gateways/gateway.ts';
export { enqueueText } from './outbox/enqueue-text.ts';
export { createOutbox, type Outbox } from './outbox/outbox.ts';
export { chatText, connectingText, moodText, splitAtName } from './wording/texts.ts';
