import { callService, errorOf, readProviderId } from '#server/features/deliveries/index.ts';
import type { Gateway } from './gateway.ts';

interface Endpoint {
  address: string;
  secret: string | undefined;
  timeoutMs?: number;
  via?: string;
}

const TEXT_STATUS = new Set([400, 413, 422]);
const SECRET_STATUS = new Set([401, 403]);
const ADDRESSES = 'what is at GENERAL_MESSAGE_URL or WELCOME_MESSAGE_URL';

/** A message endpoint: gets `POST {phoneNumber, message}` (spec §7), and the text's id, by which it drops a repeat. */
export function httpGateway({ address, secret, timeoutMs, via }: Endpoint): Gateway {
  return {
    name: `message endpoint at ${new URL(address).origin}`,
    provider: 'endpoint',
    async send({ id, phoneNumber, writtenNumber = phoneNumber, message }, signal) {
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(secret && { authorization: `Bearer ${secret}` }),
        ...(via && { via }),
      };
      const body = JSON.stringify({ phoneNumber: writtenNumber, message });
      const response = await callService('the endpoint', address, { headers, body, timeoutMs }, signal);
      if (response.ok) return { providerId: await readProviderId(response) };

      await response.body?.cancel().catch(() => {});
      const check = SECRET_STATUS.has(response.status) ? 'MESSAGE_ENDPOINT_SECRET' : ADDRESSES;
      throw errorOf('the endpoint', response, TEXT_STATUS, `check ${check}`);
    },
  };
}
