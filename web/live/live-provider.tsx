import { type ReactNode, useEffect, useState } from 'react';
import { useApp } from '#web/app-context.tsx';
import { reportUnauthorized } from '#web/http.ts';
import { LiveContext } from './live-context.ts';
import { LiveSocket } from './live-socket.ts';

/** Holds this tab's live connection: open while somebody is signed in. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const uid = useApp().appUser?.uid;
  const [socket] = useState(() => new LiveSocket(liveAddress(), reportUnauthorized));

  useEffect(() => {
    if (uid === undefined) return;
    socket.start();
    return () => socket.stop();
  }, [socket, uid]);

  return <LiveContext value={socket}>{children}</LiveContext>;
}

function liveAddress(): string {
  const address = new URL('/api/live', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}
