import { useEffect, useEffectEvent } from 'react';
import { useLiveSocket } from './use-live-socket.ts';

/**
 * Calls `handler` each time the live connection opens: what happened until then was not told, so it is to be fetched.
 */
export function useLiveOpen(handler: () => void) {
  const socket = useLiveSocket();
  const handle = useEffectEvent(handler);
  useEffect(
    () =>
      socket.onStatus((status) => {
        if (status === 'open') handle();
      }),
    [socket],
  );
}
