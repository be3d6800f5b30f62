import { useEffect } from 'react';
import type { Asks } from '#contract/asks.ts';
import { asksForSupport } from '#contract/moods.ts';
import type { ChangePush } from '#contract/push.ts';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { useConnections } from '#web/features/circle/index.ts';
import { liveSocket, useLiveEvent, useLiveStatus } from '#web/live/index.ts';
import { whenAttended } from '#web/page-attended.ts';
import { usePageVisible } from '#web/page-visible.ts';
import { queries, useQueryCache } from '#web/query-cache.ts';
import { navigate } from '#web/ui/router.tsx';
import { fetchPush, pushPath } from '../subscription/push-calls.ts';
import { keepSubscription } from '../subscription/subscription.ts';
import { closeNotifications } from './close-notifications.ts';

/** One after another: a sign-out right after a sign-in must not overtake it. */
let working: Promise<unknown> = Promise.resolve();

function keepInLine(uid: string | undefined, afterwards?: () => Promise<unknown>): void {
  working = working
    .then(() => keepSubscription(uid))
    .then(afterwards)
    .catch((error) => console.info('The notifications of this device could not be renewed.', error));
}

/** Runs a call that replaces this browser's session. Its push device goes with the old one, and returns with the same choices. */
export async function keepDevice(uid: string, replaceSession: () => Promise<unknown>): Promise<void> {
  const device = (await fetchPush(uid).catch(() => null))?.device;
  await replaceSession();
  if (!device) return keepInLine(uid);
  const { about, showNames, showWords } = device;
  keepInLine(uid, () => call('PATCH', pushPath(uid), { about, showNames, showWords } satisfies ChangePush));
}

/** Registers the service worker, follows taps on notifications, and keeps notifications and subscription up to date. */
export function PushSync() {
  const { appUser, appCurrentReciever } = useApp();
  const isVisible = usePageVisible();
  const visible = isVisible ? appCurrentReciever : null;
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

  // The visible chat shows Purple or Dark, so no notification comes.
  const { data: entries } = useConnections();
  const entry = entries?.find((each) => each.uid === visible);
  useReportSeen(visible, entry && asksForSupport(entry.mood) ? entry.moodChosenAt : 0);

  // A visible page shows the answers to one's own ask: no device needs a notification of them.
  const newest = useQueryCache(newestAnswer);
  const seenAnswer = isVisible ? newest : 0;
  useReportSeen(uid, seenAnswer);
  useEffect(() => {
    if (uid && seenAnswer > 0) closeNotifications(`answer-${uid}`);
  }, [uid, seenAnswer]);

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

/**
 * Tells the server that the person has seen a friend's mood, or an answer to their own ask: again after a reconnect, to another
 * server, maybe. @param chosenAt its time in ms; 0 for none
 */
function useReportSeen(uid: string | null | undefined, chosenAt: number): void {
  const status = useLiveStatus();
  useEffect(() => {
    if (!uid || chosenAt === 0 || status !== 'open') return;
    return whenAttended(() => liveSocket.send({ type: 'seen', uid, chosenAt }));
  }, [status, uid, chosenAt]);
}

/** The key of the asks in the cache: the bar of one's own ask stands on every screen (web/features/asks). */
const ASKS_KEY = ['asks'];

/** The time of the newest answer that this page knows; 0 for none. */
function newestAnswer(): number {
  const answers = queries.getQueryData<Asks>(ASKS_KEY)?.mine?.answers ?? [];
  return Math.max(0, ...answers.map(({ answeredAt }) => answeredAt));
}
