import { use, useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { LiveEvent } from '#contract/live.ts';
import { LiveContext } from './live-provider.tsx';
import type { LiveEventOf, LiveSocket, LiveStatus } from './live-socket.ts';

/** This tab's live connection, for sending and for code that outlives a render. */
export function useLiveSocket(): LiveSocket {
  const socket = use(LiveContext);
  if (socket === null) throw new Error('The live connection is used outside of <LiveProvider>.');
  return socket;
}

/** The status of the live connection; renders again when it changes. */
export function useLiveStatus(): LiveStatus {
  const socket = useLiveSocket();
  const subscribe = useCallback((changed: () => void) => socket.onStatus(changed), [socket]);
  return useSyncExternalStore(subscribe, () => socket.status);
}

/** Calls `handler` with every live event of this type while the component is mounted. */
export function useLiveEvent<Type extends LiveEvent['type']>(type: Type, handler: (event: LiveEventOf<Type>) => void) {
  const socket = useLiveSocket();
  const handle = useEffectEvent(handler);
  useEffect(
    () =>
      socket.onEvent((event) => {
        if (event.type === type) handle(event as LiveEventOf<Type>);
      }),
    [socket, type],
  );
}

/**
 * Calls `handler` each time events may have been missed: when the connection opens, and when the server sends `refetch`.
 * The handler then fetches what it shows.
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
