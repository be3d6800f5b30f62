import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Asks } from '#contract/asks.ts';
import { asksForSupport } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { useConnections } from '#web/features/circle/index.ts';
import { useLiveEvent, useLiveSocket, useLiveStatus } from '#web/live/index.ts';
import { usePageVisible } from '#web/page-visible.ts';
import { navigate } from '#web/router.tsx';
import { useQueryCache } from '#web/use-query-cache.ts';
import { keepSubscription } from '../subscription/keep-subscription.ts';
import { closeNotifications } from './close-notifications.ts';

/** One after another: a sign-out right after a sign-in must not overtake it. */
let working: Promise<void> = Promise.resolve();

function keepInLine(uid: string | undefined): void {
  working = working
    .then(() => keepSubscription(uid))
    .catch((error) => console.info('The notifications of this device could not be renewed.', error));
}

/** Registers the service worker, follows taps on notifications, and keeps notifications and subscription up to date. */
export function PushSync() {
  const { appUser, appCurrentReciever } = useApp();
  const visible = usePageVisible() ? appCurrentReciever : null;
  const uid = appUser?.uid;
  const isKnown = appUser !== undefined;

  useEffect(registerWorker, []);

  useEffect(() => {
    if (isKnown) keepInLine(uid);
  }, [isKnown, uid]);

  useEffect(() => {
    const worker = navigator.serviceWorker;
    const follow = ({ data }: MessageEvent<{ type: string; url: string }>) => {
      const url = data.type === 'navigate' ? URL.parse(data.url, window.location.href) : null;
      if (url?.origin === window.location.origin) navigate(url.pathname + url.search + url.hash);
    };
    worker?.addEventListener('message', follow);
    return () => worker?.removeEventListener('message', follow);
  }, []);

  useEffect(() => {
    if (visible) closeNotifications(`chat-${visible}`, `mood-${visible}`);
  }, [visible]);

  useLiveEvent('read', ({ by, sender }) => {
    if (by === uid) closeNotifications(`chat-${sender}`);
  });

  useReportSeenMood(visible);
  useReportSeenAnswers(uid);
  return null;
}

const OFFLINE_PAGE = '/offline.html';
const RENEW_AFTER_MS = 24 * 60 * 60 * 1000;

/** Registers the service worker of the built app, and keeps its page for starts without a connection fresh. */
function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/sw.js', { updateViaCache: 'none' })
    .then(renewOfflinePage)
    .catch((error) => console.info('The service worker could not be registered.', error));
}

/** The worker fetches the page when it is installed. An operator may change the helplines later. */
async function renewOfflinePage(): Promise<void> {
  const fetchedAt = (await caches.match(OFFLINE_PAGE))?.headers.get('date');
  if (!fetchedAt || Date.now() - Date.parse(fetchedAt) < RENEW_AFTER_MS) return;
  await (await caches.open('offline')).addAll([OFFLINE_PAGE, '/help.css', '/help.js']);
}

/** The visible chat shows Purple or Dark, so no notification comes. Told again after a reconnect: to another server, maybe. */
function useReportSeenMood(visible: string | null): void {
  const socket = useLiveSocket();
  const status = useLiveStatus();
  const { data: entries } = useConnections();
  const entry = entries?.find(({ uid }) => uid === visible);
  const chosenAt = entry && asksForSupport(entry.mood) ? entry.moodChosenAt : undefined;

  useEffect(() => {
    if (visible && chosenAt !== undefined && status === 'open') socket.send({ type: 'seen', uid: visible, chosenAt });
  }, [socket, status, visible, chosenAt]);
}

/** The key of the asks in the cache: the bar of one's own ask stands on every screen (web/features/asks). */
const ASKS_KEY = ['asks'];

/** A visible page shows the answers to one's own ask: no device needs a notification of them. */
function useReportSeenAnswers(uid: string | undefined): void {
  const socket = useLiveSocket();
  const status = useLiveStatus();
  const isVisible = usePageVisible();
  const newest = useQueryCache(newestAnswer);

  useEffect(() => {
    if (!uid || !isVisible || newest === 0) return;
    closeNotifications(`answer-${uid}`);
    if (status === 'open') socket.send({ type: 'seen', uid, chosenAt: newest });
  }, [socket, status, uid, isVisible, newest]);
}

/** The time of the newest answer that this page knows; 0 for none. */
function newestAnswer(queries: QueryClient): number {
  const answers = queries.getQueryData<Asks>(ASKS_KEY)?.mine?.answers ?? [];
  return Math.max(0, ...answers.map(({ answeredAt }) => answeredAt));
}
