import type { GatewayConfig } from '#server/config.ts';
import type { Gateways } from './gateway.ts';
import { httpGateway } from './http-gateway.ts';
import { twilioGateway } from './twilio-gateway.ts';

/** The gateway for each kind of text, from the settings: its message endpoint, or else Twilio, or none. */
export function createGateways(config: GatewayConfig, call: { timeoutMs?: number; via?: string } = {}): Gateways {
  const { generalMessageUrl, welcomeMessageUrl, messageEndpointSecret: secret, twilio, defaultCountry } = config;
  const gateway = (address: string | undefined) => {
    if (address) return httpGateway({ ...call, address, secret });
    return twilio && twilioGateway({ ...twilio, defaultCountry, ...(call.timeoutMs && { timeoutMs: call.timeoutMs }) });
  };
  const [general, welcome] = [gateway(generalMessageUrl), gateway(welcomeMessageUrl)];
  return { ...(general && { general }), ...(welcome && { welcome }) };
}

/** The start-up lines: where each kind of text goes, or which setting is missing. */
export function describeGateways(gateways: Gateways): string[] {
  return [
    `general texts: ${gateways.general?.name ?? 'recorded, no gateway set (GENERAL_MESSAGE_URL or TWILIO_ACCOUNT_SID)'}`,
    `welcome texts: ${gateways.welcome?.name ?? 'recorded, no gateway set (WELCOME_MESSAGE_URL or TWILIO_ACCOUNT_SID)'}`,
  ];
}
