import type { GatewayConfig } from '#server/config.ts';
import { Misconfigured, Refused, RetryLater } from '#server/features/deliveries/index.ts';
import { readNumber } from '#server/phone-numbers/read-number.ts';
import { createGateways } from '../gateways/create-gateways.ts';
import type { TextKind } from '../gateways/gateway.ts';
import { hasBearerToken, messageEndpoint, TextNotAccepted, VIA } from './message-endpoint.ts';

/** Less than the timeout of the calling outbox, so that it gets the answer. */
const TIMEOUT_MS = 8_000;

/**
 * A message endpoint as a serverless function, for callers with the secret. 502 and 503 tell the caller's outbox to
 * retry, 400 that the gateway refuses this text.
 */
export function messageFunction(kind: TextKind, config: GatewayConfig): (request: Request) => Promise<Response> {
  const gateway = createGateways(config, { timeoutMs: TIMEOUT_MS, via: VIA })[kind];
  return messageEndpoint(async ({ headers }) => {
    if (!hasBearerToken(headers, config.messageEndpointSecret)) return null;
    const id = headers.get('idempotency-key') ?? crypto.randomUUID();
    return async ({ phoneNumber: writtenNumber, message }) => {
      if (!gateway) throw new TextNotAccepted('unavailable', () => `No gateway is set for ${kind} texts.`);
      const { key: phoneNumber, restriction } = readNumber(writtenNumber, config.defaultCountry);
      if (restriction) throw new TextNotAccepted('invalid', (t) => t.noTextToThatNumber);
      const text = { id, phoneNumber, writtenNumber, message };
      await gateway.send(text, new AbortController().signal).catch((error) => {
        throw answerFor(error);
      });
    };
  });
}

function answerFor(error: unknown): unknown {
  if (error instanceof Refused) return new TextNotAccepted('invalid', () => error.message);
  if (error instanceof Misconfigured) return new TextNotAccepted('unavailable', () => error.message, { status: 502 });
  if (!(error instanceof RetryLater)) return error;
  const retryAfterSeconds = Math.ceil(error.afterMs / 1000);
  return new TextNotAccepted('unavailable', () => error.message, { retryAfterSeconds });
}
