import { useLayoutEffect } from 'react';
import { useApp } from '#web/app-context.tsx';
import { idle } from '#web/loading/pending-work.ts';
import { liveSocket } from './live-socket.ts';

/** Keeps this tab connected while somebody is signed in. Renders nothing. */
export function LiveConnection() {
  const uid = useApp().appUser?.uid;

  // A layout effect: it waits before the late parts do, so the connection begins before they load.
  useLayoutEffect(() => {
    if (uid === undefined) return;
    let isWanted = true;
    // What the screen shows first comes before it.
    void idle().then(() => isWanted && liveSocket.start(uid));
    return () => {
      isWanted = false;
      liveSocket.stop();
    };
  }, [uid]);

  return null;
}
