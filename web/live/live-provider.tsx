import { createContext, type ReactNode, useEffect, useState } from 'react';
import { useApp } from '#web/app-context.tsx';
import { unauthorized } from '#web/calls/http.ts';
import { LiveSocket } from './live-socket.ts';

export const LiveContext = createContext<LiveSocket | null>(null);

export function LiveProvider({ children }: { children: ReactNode }) {
  const uid = useApp().appUser?.uid;
  const [socket] = useState(() => new LiveSocket(liveUrl(), () => unauthorized.notify()));

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
