import type { AppUser } from '#web/app-context.tsx';
import { call } from '#web/http.ts';

interface ProviderUser {
  id: string;
  name: string;
  email: string;
  firstname: string;
  lastname: string;
  initials: string;
  phonenumber: string;
}

/** Whom the session's cookie belongs to, by the identity provider; null when it is nobody's. Throws `CallError`. */
export async function fetchSessionUser(): Promise<AppUser | null> {
  const session = await call<{ user: ProviderUser } | null>('GET', '/api/identity/get-session');
  if (!session) return null;
  const { id, name, email, firstname, lastname, initials, phonenumber } = session.user;
  return { uid: id, email, displayName: name, firstname, lastname, initials, phonenumber };
}
