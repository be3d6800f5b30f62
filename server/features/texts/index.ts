export { createDailyBudget } from './admission/daily-budget.ts';
export { createEmergencyAllowance } from './admission/emergency-allowance.ts';
export { forgetNumber, settleBeforeLeaving } from './before-leaving.ts';
export { hasBearerToken } from './endpoints/message-endpoint.ts';
export { addFooter, createGateways, describeGateways } from './gateways/create-gateways.ts';
export type { Gateways } from './gateways/gateway.ts';
export { callPhone, lastWords, type PhoneCall, type PressedKey } from './gateways/phone-call.ts';
export { webhookJobs } from './gateways/register-webhooks.ts';
export { WEBHOOKS } from './gateways/webhook-addresses.ts';
export { oldTexts } from './old-texts.ts';
export {
  MAKE_TEXTS_OF_MESSAGES,
  makeTextsOfCall,
  type NewTexts,
  newTexts,
  STATE,
  stateAt,
} from './outbox/make-texts.ts';
export { createOutbox, type Outbox } from './outbox/outbox.ts';
export type { TextedAnswer } from './replies/answer-by-text.ts';
export { findTextStop, hasStopped } from './stops/text-stops.ts';
export { holdBack, IS_WITHHELD, isTextable } from './text-columns.ts';
export { OLD_CALLS } from './webhooks/take-once.ts';
export { answerCode, readAnswerCode } from './wording/answer-code.ts';
export { sanitizeName } from './wording/sanitize-name.ts';
export { messageOf, WORDING, WORDING_JOINS, type Wording } from './wording/texts.ts';
