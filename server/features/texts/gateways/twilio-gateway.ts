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

interface Parts extends TwilioAccount {
  timeoutMs?: number;
  /** Where Twilio reports what became of a text; without it Twilio reports nothing. */
  statusCallback?: string | undefined;
  origin?: string;
}

const CHECK = 'check TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM';

/** Errors of the text itself, such as an invalid number (https://www.twilio.com/docs/api/errors). */
const TEXT_CODES = new Set([21211, 21217, 21602, 21612, 21614, 21617, 21635]);
export const STOPPED_CODE = 21610;
/** Twilio cannot use the address of `statusCallback`. */
const CALLBACK_CODE = 21609;

/** Sends texts through Twilio's API, which takes no idempotency key: a repeated call is a second text. */
export function twilioGateway(parts: Parts): Gateway {
  const { accountSid, authToken, from, statusCallback, timeoutMs } = parts;
  const address = `${parts.origin ?? 'https://api.twilio.com'}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
  };
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  return {
    name: `Twilio, from ${from}`,
    provider: 'twilio',
    async send({ id, phoneNumber, message }, signal) {
      const text = { To: phoneNumber, Body: message, [sender]: from };
      const post = async (fields: Record<string, string>) => {
        const call = { headers, body: String(new URLSearchParams(fields)), timeoutMs };
        const response = await callService('Twilio', address, call, signal);
        return { response, code: response.ok ? 0 : await errorCode(response) };
      };
      let answer = await post(statusCallback ? { ...text, StatusCallback: `${statusCallback}?text=${id}` } : text);
      // A text without a receipt is better than none.
      if (answer.code === CALLBACK_CODE && statusCallback) answer = await post(text);
      if (answer.response.ok) return { providerId: await readProviderId(answer.response) };
      throw errorFor(answer.response, answer.code);
    },
  };
}

async function errorCode(response: Response): Promise<number> {
  return Number((await readJson(response))?.code) || 0;
}

/** An unknown code blames the account: the text waits until the operator has acted. */
function errorFor({ status, headers }: Response, code: number): Error {
  const reason = `Twilio answered ${status}${code ? ` (${code})` : ''}`;
  if (code === STOPPED_CODE) return new Gone(reason);
  if (TEXT_CODES.has(code)) return new Refused(reason);
  if (status >= 500 || status === 429) return new RetryLater(reason, retryAfterMs(headers));
  return new Misconfigured(`${reason}: ${CHECK}`);
}
