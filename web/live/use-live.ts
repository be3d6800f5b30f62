import { useCallback, useSyncExternalStore } from 'react';
import type { ClientFrame } from '#contract/live.ts';
import type { LiveStatus } from './live-socket.ts';
import { useLiveSocket } from './use-live-socket.ts';

/** The live connection's status, and a way to send: false when there is no connection. */
export function useLive(): { status: LiveStatus; send: (frame: ClientFrame) => boolean } {
  const socket = useLiveSocket();
  const subscribe = useCallback((changed: () => void) => socket.onStatus(changed), [socket]);
  const status = useSyncExternalStore(subscribe, () => socket.status);
  const send = useCallback((frame: ClientFrame) => socket.send(frame), [socket]);
  return { status, send };
}
