import { useEffect, useState } from 'react';
import type { LinkOwner } from '#contract/account/recovery.ts';
import { call } from '#web/http.ts';

/** An address without a token: a mail program may have cut it off. */
const NO_TOKEN = 'A part of the link is missing. Please open it from the mail once more, or ask for another one.';

type Found = { email: string } | { error: string };

/**
 * Whose password a link changes, or why it does not work; undefined while the server is asked. Not in the query cache, because
 * that is cleared when the session check finds nobody signed in.
 */
export function useLinkOwner(token: string): Found | undefined {
  const [found, setFound] = useState<Found | undefined>(token === '' ? { error: NO_TOKEN } : undefined);
  useEffect(() => {
    if (token === '') return;
    let isMounted = true;
    call<LinkOwner>('POST', '/api/recovery/link/owner', { token })
      .catch((error: Error) => ({ error: error.message }))
      .then((answer) => isMounted && setFound(answer));
    return () => {
      isMounted = false;
    };
  }, [token]);
  return found;
}
