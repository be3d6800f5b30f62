import { createContext, type ReactNode, useLayoutEffect, useState } from 'react';
import { useApp } from '#web/app-context.tsx';
import { unauthorized } from '#web/calls/http.ts';
import { idle } from '#web/use-late-chunk.ts';
import { LiveSocket } from './live-socket.ts';

export const LiveContext = createContext<LiveSocket | null>(null);

export function LiveProvider({ children }: { children: ReactNode }) {
  const uid = useApp().appUser?.uid;
  const [socket] = useState(() => new LiveSocket('/api/live', () => unauthorized.notify()));

  // A layout effect: it waits before the late parts do, so the connection begins before they load.
  useLayoutEffect(() => {
    if (uid === undefined) return;
    let isWanted = true;
    // What the screen shows first comes before it.
    void idle().then(() => isWanted && socket.start());
    return () => {
      isWanted = false;
      socket.stop();
    };
  }, [socket, uid]);

  return <LiveContext value={socket}>{children}</LiveContext>;
}
