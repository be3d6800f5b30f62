import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApp } from '#web/app-context.tsx';
import { fetchAgain, useLiveEvent, useLiveOpen } from '#web/live/index.ts';
import { addConnection } from './connections/add-connection.ts';
import { applyMood } from './connections/apply-mood.ts';
import { applyRead } from './connections/apply-read.ts';
import { applyMessage } from './connections/connections-cache.ts';
import { connectionsKey } from './connections/connections-key.ts';

/** Keeps the connections true to what the live connection tells. Shows nothing. */
export function SyncConnections() {
  const queries = useQueryClient();
  const { appUser, appCurrentReciever } = useApp();
  const me = appUser?.uid ?? '';
  const newestFrom = useRef(new Map<string, number>());

  useLiveOpen(() => {
    void fetchAgain(queries, connectionsKey(me));
    void fetchAgain(queries, ['info', me]);
  });

  useLiveEvent('mood', ({ uid, ...chosen }) => applyMood(queries, me, uid, chosen));

  useLiveEvent('message', ({ message }) => {
    newestFrom.current.set(message.sender, message.seq);
    const isLookedAt = appCurrentReciever === message.sender && document.visibilityState === 'visible';
    applyMessage(queries, me, message, isLookedAt);
  });

  useLiveEvent('read', ({ by, sender, through }) => {
    if (by !== me) return;
    const newest = newestFrom.current.get(sender) ?? 0;
    // Something newer came before this was told: how much is still unread only the server can tell.
    if (newest > through) void fetchAgain(queries, connectionsKey(me));
    else applyRead(queries, me, sender);
  });

  useLiveEvent('connection', ({ entry }) => addConnection(queries, me, entry));

  return null;
}
