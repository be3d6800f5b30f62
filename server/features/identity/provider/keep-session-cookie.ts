/**
 * Asked about a session that has ended, the provider has the browser drop the cookie. But the answer may arrive after
 * that of another tab which just got a new one (a new password does that), and would sign the person out. So the old
 * cookie stays: it opens nothing.
 */
export function keepSessionCookie(request: Request, answer: Response): Response {
  if (!new URL(request.url).pathname.endsWith('/get-session')) return answer;
  const cookies = answer.headers.getSetCookie();
  answer.headers.delete('set-cookie');
  for (const cookie of cookies) if (!/;\s*max-age=0(;|$)/i.test(cookie)) answer.headers.append('set-cookie', cookie);
  return answer;
}
