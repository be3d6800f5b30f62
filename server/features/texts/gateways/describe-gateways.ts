import type { Gateways } from './gateway.ts';

/** A line for each kind of text: where it goes, or that it goes nowhere and what to set. For the start-up lines. */
export function describeGateways(gateways: Gateways): string[] {
  return [
    `general texts: ${gateways.general?.name ?? 'recorded, no gateway set (GENERAL_MESSAGE_URL or TWILIO_ACCOUNT_SID)'}`,
    `welcome texts: ${gateways.welcome?.name ?? 'recorded, no gateway set (WELCOME_MESSAGE_URL or TWILIO_ACCOUNT_SID)'}`,
  ];
}
