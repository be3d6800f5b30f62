import { useCallback, useSyncExternalStore } from 'react';
import type { LiveStatus } from './live-socket.ts';
import { useLiveSocket } from './use-live-socket.ts';

/** How the live connection is. */
export function useLiveStatus(): LiveStatus {
  const socket = useLiveSocket();
  const subscribe = useCallback((changed: () => void) => socket.onStatus(changed), [socket]);
  return useSyncExternalStore(subscribe, () => socket.status);
}
