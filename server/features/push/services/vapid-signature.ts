import { createPrivateKey, sign } from 'node:crypto';
import type { VapidKeys } from '../vapid-keys.ts';

/** The longest that push services accept is a day. */
const VALID_HOURS = 12;

const HEADER = encode({ typ: 'JWT', alg: 'ES256' });

/**
 * The `authorization` header that identifies this installation to a push service (VAPID, RFC 8292).
 * @param origin of the push service: the signature is worth nothing at another
 * @param subject how its operator reaches ours: an https or mailto address
 */
export function signForService(origin: string, subject: string, { publicKey, privateKey }: VapidKeys): string {
  const exp = Math.floor(Date.now() / 1_000) + VALID_HOURS * 3_600;
  const signed = `${HEADER}.${encode({ aud: origin, exp, sub: subject })}`;
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
