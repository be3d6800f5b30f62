import type { TwilioAccount } from '#server/config.ts';
import {
  callService,
  Gone,
  Misconfigured,
  Refused,
  RetryLater,
  readJson,
  readProviderId,
  retryAfterMs,
} from '#server/features/deliveries/index.ts';
import type { Gateway } from './gateway.ts';

interface Account extends TwilioAccount {
  timeoutMs?: number;
}

interface Parts extends Account {
  /** Where Twilio reports what became of a text; without it Twilio reports nothing. */
  statusCallback?: string | undefined;
}

const CHECK = 'check TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM';

/** Errors of the text or call itself, such as an invalid number (https://www.twilio.com/docs/api/errors). */
const OWN_CODES = new Set([21211, 21214, 21216, 21217, 21602, 21612, 21614, 21617, 21635]);
export const STOPPED_CODE = 21610;
/** Twilio cannot use the address of `statusCallback`. */
const CALLBACK_CODE = 21609;

/** Sends texts through Twilio's API. */
export function twilioGateway(parts: Parts): Gateway {
  const { from, statusCallback } = parts;
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  return {
    name: `Twilio, from ${from}`,
    provider: 'twilio',
    async send({ id, phoneNumber, message }, signal) {
      const text = { To: phoneNumber, Body: message, [sender]: from };
      const callback = statusCallback && { StatusCallback: `${statusCallback}?text=${id}` };
      return postToTwilio(parts, 'Messages', { ...text, ...callback }, signal);
    },
  };
}

/** Calls Twilio's API. It has no idempotency key, so a repeated request makes a second text or call. @throws as `send` of a `Gateway` */
export async function postToTwilio(
  account: Account,
  resource: 'Messages' | 'Calls',
  fields: Record<string, string>,
  signal: AbortSignal,
): Promise<{ providerId: string | null }> {
  const { accountSid, authToken, timeoutMs, origin = 'https://api.twilio.com' } = account;
  const address = `${origin}/2010-04-01/Accounts/${accountSid}/${resource}.json`;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
  };
  const call = { headers, body: String(new URLSearchParams(fields)), timeoutMs };
  const response = await callService('Twilio', address, call, signal);
  if (response.ok) return { providerId: await readProviderId(response) };
  const code = Number((await readJson(response))?.code) || 0;
  if (code !== CALLBACK_CODE || fields.StatusCallback === undefined) throw errorFor(response, code);
  // A text without a receipt is better than none.
  const { StatusCallback: _, ...others } = fields;
  return postToTwilio(account, resource, others, signal);
}

/** An unknown code blames the account: it waits until the operator has acted. */
function errorFor({ status, headers }: Response, code: number): Error {
  const reason = `Twilio answered ${status}${code ? ` (${code})` : ''}`;
  if (code === STOPPED_CODE) return new Gone(reason);
  if (OWN_CODES.has(code)) return new Refused(reason);
  if (status >= 500 || status === 429) return new RetryLater(reason, retryAfterMs(headers));
  return new Misconfigured(`${reason}: ${CHECK}`);
}
