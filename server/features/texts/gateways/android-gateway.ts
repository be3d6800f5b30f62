import type { AndroidPhone } from '#server/config.ts';
import { callService, errorOf, readProviderId } from '#server/features/deliveries/index.ts';
import type { Gateway } from './gateway.ts';

interface Parts extends AndroidPhone {
  noReports?: string | undefined;
  timeoutMs?: number;
}

const CHECK = 'check the app on the phone, and ANDROID_GATEWAY_URL, ANDROID_GATEWAY_USER and ANDROID_GATEWAY_PASSWORD';

const AT_ONCE = 5;
/** As long as a call for support is retried, so that a phone that was off for longer sends no old text. */
const VALID_FOR_SECONDS = 24 * 60 * 60;
const URGENT = 100;

const TEXT_STATUS = new Set([413, 422]);
/** An earlier attempt reached the app, and only its answer was lost. */
const KNOWN_ID = 409;

export function androidHeaders({ user, password }: Pick<AndroidPhone, 'user' | 'password'>): Record<string, string> {
  return {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  };
}

/** The app SMS Gateway (https://docs.sms-gate.app). It gets our id, so a repeated call is no second text. */
export function androidGateway(parts: Parts): Gateway {
  const { url, noReports, timeoutMs } = parts;
  const address = `${url}/messages?skipPhoneValidation=true`;
  const headers = androidHeaders(parts);
  return {
    name: `Android phone at ${new URL(url).origin}${noReports ? ` (no receipts and no STOP: ${noReports})` : ''}`,
    provider: 'android',
    atOnce: AT_ONCE,
    async send({ id, phoneNumber, message, isSupport }, signal) {
      const body = JSON.stringify({
        id,
        textMessage: { text: message },
        phoneNumbers: [phoneNumber],
        withDeliveryReport: true,
        ttl: VALID_FOR_SECONDS,
        priority: isSupport ? URGENT : 0,
      });
      const response = await callService('the Android phone', address, { headers, body, timeoutMs }, signal);
      if (response.ok) return { providerId: await readProviderId(response) };
      await response.body?.cancel().catch(() => {});
      if (response.status === KNOWN_ID) return { providerId: id };
      throw errorOf('the Android phone', response, TEXT_STATUS, CHECK);
    },
  };
}
