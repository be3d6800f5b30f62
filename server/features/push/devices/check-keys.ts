import { ECDH } from 'node:crypto';
import type { Subscribe } from '#contract/push.ts';

const BASE64 = /^[\w+/-]+={0,2}$/;
const POINT_BYTES = 65;
const SECRET_BYTES = 16;

/**
 * A subscription's keys in base64url, if pushes can be encrypted with them: a point on the curve P-256 and a secret of 16
 * bytes (RFC 8291 §3).
 */
export function checkKeys({ p256dh, auth }: Subscribe['keys']): Subscribe['keys'] | undefined {
  const [point, secret] = [bytesOf(p256dh), bytesOf(auth)];
  if (point?.length !== POINT_BYTES || secret?.length !== SECRET_BYTES) return;
  try {
    ECDH.convertKey(point, 'prime256v1');
  } catch {
    return;
  }
  return { p256dh: point.toString('base64url'), auth: secret.toString('base64url') };
}

function bytesOf(text: string): Buffer | undefined {
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}
