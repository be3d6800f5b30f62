import { useEffect, useEffectEvent } from 'react';
import type { LiveEvent } from '#contract/live.ts';
import type { LiveEventOf } from './live-socket.ts';
import { useLiveSocket } from './use-live-socket.ts';

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
