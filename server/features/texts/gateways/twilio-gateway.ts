import type { CountryCode } from 'libphonenumber-js';
import type { TwilioAccount } from '#server/config.ts';
import { parseNumber } from '#server/phone-numbers/parse-number.ts';
import { callGateway, readAnswer, readProviderId } from './call-gateway.ts';
import { type Gateway, NeedsMending, Refused, RetryLater } from './gateway.ts';
import { retryAfterMs } from './retry-after.ts';

interface Parts extends TwilioAccount {
  /** How a phone number without a country code is read: Twilio takes E.164 alone. */
  defaultCountry: CountryCode;
  /** For one attempt, its answer included. */
  timeoutMs?: number;
  /** Twilio's own, but in tests. */
  origin?: string;
}

const TIMEOUT_MS = 10_000;
const CHECK = 'check TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM';

/**
 * Twilio's codes for what is wrong with the text alone: a number that cannot be, that is no mobile's, a landline's, one that
 * cannot be reached, somebody who has unsubscribed, too long a message. https://www.twilio.com/docs/api/errors
 */
const ABOUT_THE_TEXT = new Set([21211, 21217, 21602, 21610, 21612, 21614, 21617, 21635]);

/** Texts through Twilio, without an endpoint between. It knows no key by which it could drop a repeat. */
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
      throw await failureOf(response);
    },
  };
}

/** What does not speak of the text is the account's trouble: somebody has to look, and the text waits. */
async function failureOf(response: Response): Promise<Error> {
  const { status, headers } = response;
  const code = Number((await readAnswer(response))?.code) || 0;
  const reason = `Twilio answered ${status}${code ? ` (${code})` : ''}`;
  if (ABOUT_THE_TEXT.has(code)) return new Refused(reason);
  if (status >= 500 || status === 429) return new RetryLater(reason, retryAfterMs(headers));
  return new NeedsMending(`${reason}: ${CHECK}`);
}
