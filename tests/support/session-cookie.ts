import { createHmac } from 'node:crypto';

/** A session's cookie as the identity provider signs it, for a server that is reached by http. */
export function sessionCookie(token: string, authSecret: string): string {
  const signature = createHmac('sha256', authSecret).update(token).digest('base64');
  return `moodring.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}
