import { useEffect, useState } from 'react';
import type { Installation } from '#contract/views.ts';
import { call } from './http.ts';

/**
 * What everybody may know of this installation's settings: undefined while it is asked for, null when it cannot be known.
 * Not in the query cache, which is emptied in the moment in which nobody turns out to be signed in.
 */
export function useInstallation(): Installation | null | undefined {
  const [installation, setInstallation] = useState<Installation | null>();
  useEffect(() => {
    let isWanted = true;
    call<Installation>('GET', '/api/installation')
      .catch((error) => {
        console.info('The settings of this installation could not be fetched.', error);
        return null;
      })
      .then((answer) => isWanted && setInstallation(answer));
    return () => {
      isWanted = false;
    };
  }, []);
  return installation;
}
