import type pg from 'pg';
import { createBatchLoader } from '#server/database/batch-loader.ts';
import type { createProvider } from '../provider/create-provider.ts';
import { forProvider, signedToken } from './session-cookie.ts';
import { findSessions, type StoredSession } from './session-store.ts';

export interface SignedInPerson extends Omit<StoredSession, 'isFresh'> {
  /** The Set-Cookie headers of a session that was just renewed. Callers add them to their answer. */
  renewedCookies: readonly string[];
}

/** @param renews false: the session lives no longer for it */
export type FindPerson = (cookies: string | null | undefined, renews?: boolean) => Promise<SignedInPerson | null>;

/** Looks sessions up in batches, never cached, so an ended one is refused at once. The provider renews them. */
export function createFindPerson(provider: ReturnType<typeof createProvider>, pool: pg.Pool): FindPerson {
  const ready = provider.$context.then(({ authCookies, secret, sessionConfig: { expiresIn, updateAge } }) => ({
    tokenIn: (cookies: string) => signedToken(cookies, authCookies.sessionToken.name, secret),
    findSession: createBatchLoader((tokens: string[]) => findSessions(pool, tokens, expiresIn - updateAge)),
  }));
  // Callers await `ready`; this avoids an unhandled rejection.
  ready.catch(() => {});

  /** Lets the provider remove an expired session, or renew one that is due. */
  async function renewSession(
    person: Omit<SignedInPerson, 'renewedCookies'>,
    cookie: string,
    renews: boolean,
  ): Promise<SignedInPerson | null> {
    const { headers, response: found } = await provider.api.getSession({
      headers: new Headers({ cookie: forProvider(cookie) }),
      query: { disableRefresh: !renews },
      returnHeaders: true,
    });
    return found && { ...person, renewedCookies: headers.getSetCookie() };
  }

  return async (cookies, renews = true) => {
    if (!cookies) return null;
    const { tokenIn, findSession } = await ready;
    const token = tokenIn(cookies);
    const session = token && (await findSession(token));
    if (!session) return null;
    const { isFresh, ...person } = session;
    return isFresh ? { ...person, renewedCookies: [] } : renewSession(person, cookies, renews);
  };
}
