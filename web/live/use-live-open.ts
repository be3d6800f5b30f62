import { useEffect, useEffectEvent } from 'react';
import { useLiveSocket } from './use-live-socket.ts';

/**
 * Calls `handler` each time the live connection opens, and when the server says that it may have missed something: what
 * happened until then was not told, so it is to be fetched.
 */
export function useLiveOpen(handler: () => void) {
  const socket = useLiveSocket();
  const handle = useEffectEvent(handler);
  useEffect(() => {
    const stopStatus = socket.onStatus((status) => {
      if (status === 'open') handle();
    });
    const stopEvents = socket.onEvent((event) => {
      if (event.type === 'refetch') handle();
    });
    return () => {
      stopStatus();
      stopEvents();
    };
  }, [socket]);
}
