import type { CountryCode } from 'libphonenumber-js';
import type { TwilioAccount } from '#server/config.ts';
import { parseNumber } from '#server/phone-numbers/parse-number.ts';
import { callGateway, readJson, readProviderId, retryAfterMs } from './call-gateway.ts';
import { type Gateway, GatewayMisconfigured, Refused, RetryLater } from './gateway.ts';

interface Parts extends TwilioAccount {
  /** For phone numbers without a country code: Twilio accepts only E.164. */
  defaultCountry: CountryCode;
  timeoutMs?: number;
  /** Tests replace Twilio's. */
  origin?: string;
}

const TIMEOUT_MS = 10_000;
const CHECK = 'check TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM';

/**
 * Twilio's codes for errors of the text itself: an invalid number, no mobile, a landline, unreachable, unsubscribed, or a
 * message that is too long. https://www.twilio.com/docs/api/errors
 */
const TEXT_CODES = new Set([21211, 21217, 21602, 21610, 21612, 21614, 21617, 21635]);

/** Sends texts through Twilio's API, which takes no idempotency key: a repeated call is a second text. */
export function twilioGateway(parts: Parts): Gateway {
  const { accountSid, authToken, from, defaultCountry, timeoutMs = TIMEOUT_MS } = parts;
  const address = `${parts.origin ?? 'https://api.twilio.com'}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
  };
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  return {
    name: `Twilio, from ${from}`,
    async send({ phoneNumber, message }, signal) {
      const number = parseNumber(phoneNumber, defaultCountry);
      if (!number) throw new Refused('no number that Twilio could read');
      const body = String(new URLSearchParams({ To: number.number, Body: message, [sender]: from }));
      const response = await callGateway('Twilio', address, { headers, body, timeoutMs }, signal);
      if (response.ok) return { providerId: await readProviderId(response) };
      throw await errorFor(response);
    },
  };
}

/** An unknown code blames the account, not the text: the text waits until the operator has acted. */
async function errorFor(response: Response): Promise<Error> {
  const { status, headers } = response;
  const code = Number((await readJson(response))?.code) || 0;
  const reason = `Twilio answered ${status}${code ? ` (${code})` : ''}`;
  if (TEXT_CODES.has(code)) return new Refused(reason);
  if (status >= 500 || status === 429) return new RetryLater(reason, retryAfterMs(headers));
  return new GatewayMisconfigured(`${reason}: ${CHECK}`);
}
