const SESSION_COOKIE = /(?:^|;)\s*(?:__Host-)?moodring\.session_token=[^\s;]/;

/** Whether a Cookie header has a session cookie. Only a hint: it checks neither the signature nor the session. */
export function hasSessionCookie(cookies: string | undefined): boolean {
  return cookies !== undefined && SESSION_COOKIE.test(cookies);
}
