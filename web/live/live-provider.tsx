import { createContext, type ReactNode, useEffect, useState } from 'react';
import { useApp } from '#web/app-context.tsx';
import { reportUnauthorized } from '#web/http.ts';
import { LiveSocket } from './live-socket.ts';

export const LiveContext = createContext<LiveSocket | null>(null);

/** Provides this tab's live connection, which is open while a person is signed in. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const uid = useApp().appUser?.uid;
  const [socket] = useState(() => new LiveSocket(liveUrl(), reportUnauthorized));

  useEffect(() => {
    if (uid === undefined) return;
    socket.start();
    return () => socket.stop();
  }, [socket, uid]);

  return <LiveContext value={socket}>{children}</LiveContext>;
}

function liveUrl(): string {
  const url = new URL('/api/live', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
