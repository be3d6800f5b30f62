import { createHmac, timingSafeEqual } from 'node:crypto';

/** A phone's clock may be wrong by this. An older call may be a copy. */
const ANDROID_MAX_AGE_SECONDS = 5 * 60;

/**
 * Base64 HMAC-SHA1 over the address and the sorted fields (https://www.twilio.com/docs/usage/security).
 * @param address as Twilio was told it, not as a proxy rewrote it; Twilio may add the port
 */
export function isSignedByTwilio(
  authToken: string,
  address: string,
  form: URLSearchParams,
  signature: string,
): boolean {
  // `getAll` for each of 16,000 names would take more than a second.
  const fieldsOf = Map.groupBy(form, ([name]) => name);
  const fields = [...fieldsOf.keys()]
    .sort()
    .flatMap((name) => [...new Set(fieldsOf.get(name)!.map(([, value]) => name + value))].sort())
    .join('');
  const { protocol, host } = new URL(address);
  const withPort = address.replace(host, `${host}:${protocol === 'https:' ? 443 : 80}`);
  return [address, withPort].some((each) =>
    isEqual(
      signature,
      createHmac('sha1', authToken)
        .update(each + fields)
        .digest('base64'),
    ),
  );
}

/** Hexadecimal HMAC-SHA256 over the body and the time in seconds. @param body exactly as it was received */
export function isSignedByAndroid(key: string, body: string, headers: Headers, nowMs = Date.now()): boolean {
  const timestamp = headers.get('x-timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > ANDROID_MAX_AGE_SECONDS) return false;
  const expected = createHmac('sha256', key)
    .update(body + timestamp)
    .digest('hex');
  return isEqual(headers.get('x-signature')?.toLowerCase() ?? '', expected);
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
