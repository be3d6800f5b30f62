import type { MessageEndpointConfig } from '../../config.ts';
import type { Gateways } from './gateway.ts';
import { httpGateway } from './http-gateway.ts';

/** The gateway that the settings name for each kind of text, if any. */
export function gatewaysFromConfig(
  config: MessageEndpointConfig,
  call: { timeoutMs?: number; via?: string } = {},
): Gateways {
  const { generalMessageUrl, welcomeMessageUrl, messageEndpointSecret: secret } = config;
  return {
    ...(generalMessageUrl && { general: httpGateway({ ...call, address: generalMessageUrl, secret }) }),
    ...(welcomeMessageUrl && { welcome: httpGateway({ ...call, address: welcomeMessageUrl, secret }) }),
  };
}
