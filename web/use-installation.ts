import { useEffect, useState } from 'react';
import type { Installation } from '#contract/views.ts';
import { call } from './http.ts';

/**
 * The public settings of this installation: undefined while loading, null when they could not be fetched. Not in the query
 * cache, because that is cleared when the session check finds nobody signed in.
 */
export function useInstallation(): Installation | null | undefined {
  const [installation, setInstallation] = useState<Installation | null>();
  useEffect(() => {
    let isMounted = true;
    call<Installation>('GET', '/api/installation')
      .catch((error) => {
        console.info('The settings of this installation could not be fetched.', error);
        return null;
      })
      .then((answer) => isMounted && setInstallation(answer));
    return () => {
      isMounted = false;
    };
  }, []);
  return installation;
}
