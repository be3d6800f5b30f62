import type { GatewayConfig } from '#server/config.ts';
import type { Gateways } from './gateway.ts';
import { httpGateway } from './http-gateway.ts';
import { twilioGateway } from './twilio-gateway.ts';

/** The gateway that the settings name for each kind of text, if any: its message endpoint, or else Twilio. */
export function createGateways(config: GatewayConfig, call: { timeoutMs?: number; via?: string } = {}): Gateways {
  const { generalMessageUrl, welcomeMessageUrl, messageEndpointSecret: secret, twilio, defaultCountry } = config;
  const gateway = (address: string | undefined) => {
    if (address) return httpGateway({ ...call, address, secret });
    return twilio && twilioGateway({ ...twilio, defaultCountry, ...(call.timeoutMs && { timeoutMs: call.timeoutMs }) });
  };
  const [general, welcome] = [gateway(generalMessageUrl), gateway(welcomeMessageUrl)];
  return { ...(general && { general }), ...(welcome && { welcome }) };
}
