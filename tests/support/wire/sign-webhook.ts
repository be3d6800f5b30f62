import { createHmac } from 'node:crypto';

/** A form with Twilio's signature, made from its documents: the address, then each field's name and value in order. */
export function signAsTwilio(authToken: string, address: string, fields: Record<string, string>) {
  let signed = address;
  for (const name of Object.keys(fields).sort()) signed += name + fields[name];
  return {
    body: String(new URLSearchParams(fields)),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', authToken).update(signed).digest('base64'),
    },
  };
}

/** An event with the Android app's signature. @param at seconds since 1970 */
export function signAsAndroid(key: string, event: object, at = Math.floor(Date.now() / 1000)) {
  const body = JSON.stringify(event);
  const hmac = createHmac('sha256', key);
  hmac.update(body);
  hmac.update(String(at));
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'x-timestamp': String(at),
      'x-signature': hmac.digest('hex'),
    },
  };
}
