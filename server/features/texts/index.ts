export { createAllowance } from './allowance.ts';
export { aroundName } from './around-name.ts';
export { describeGateways } from './describe-gateways.ts';
export { enqueueText } from './enqueue-text.ts';
export type { Gateways } from './gateway.ts';
export { gatewaysFromConfig } from './gateways-from-config.ts';
export { createOutbox, type Outbox } from './outbox.ts';
export { textsRoutes } from './routes.ts';
export { chatText, connectingText, moodText } from './words.ts';
