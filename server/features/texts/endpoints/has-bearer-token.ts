import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a request bears `Authorization: Bearer {secret}`; nobody does while none is set. Takes the same time for every guess. */
export function hasBearerToken(headers: Headers, secret: string | undefined): boolean {
  const [, token] = /^Bearer +(.+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (!secret || !token) return false;
  return timingSafeEqual(sha256(token), sha256(secret));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
