import { useRef } from 'react';
import { useApp } from '#web/app-context.tsx';
import { fetchAgain, useLiveEvent, useLiveOpen } from '#web/live/index.ts';
import {
  applyConnection,
  applyGone,
  applyMessage,
  applyMood,
  applyRead,
  connectionsKey,
} from './connections/connections-cache.ts';

/** Applies live events to the cached connections and the own mood. Renders nothing. */
export function SyncConnections() {
  const { appUser, setAppUserMood, appCurrentReciever } = useApp();
  const me = appUser?.uid ?? '';
  const newestFrom = useRef(new Map<string, number>());

  useLiveOpen(() => {
    void fetchAgain(connectionsKey(me));
    void fetchAgain(['info', me]);
  });

  useLiveEvent('mood', ({ uid, mood, chosenAt }) => {
    // Also one that this person chose in another tab.
    if (uid === me) setAppUserMood({ mood, chosenAt });
    applyMood(me, uid, { mood, chosenAt });
  });

  useLiveEvent('message', ({ message }) => {
    newestFrom.current.set(message.sender, message.seq);
    const isSeen = appCurrentReciever === message.sender && document.visibilityState === 'visible';
    applyMessage(me, message, isSeen);
  });

  useLiveEvent('read', ({ by, sender, through }) => {
    if (by !== me) return;
    const newest = newestFrom.current.get(sender) ?? 0;
    // A newer message has arrived since: only the server knows how many are still unread.
    if (newest > through) void fetchAgain(connectionsKey(me));
    else applyRead(me, sender);
  });

  useLiveEvent('connection', ({ entry }) => applyConnection(me, entry));

  useLiveEvent('gone', ({ uid }) => {
    applyGone(me, uid);
    void fetchAgain(['search']);
  });

  return null;
}
