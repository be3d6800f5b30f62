import { useEffect } from 'react';
import { useApp } from '#web/app-context.tsx';
import { useLiveEvent } from '#web/live/index.ts';
import { navigate } from '#web/router.tsx';
import { keepSubscription } from '../subscription/keep-subscription.ts';
import { closeNotifications } from './close-notifications.ts';
import { registerWorker } from './register-worker.ts';
import { useReportSeenAnswers } from './use-report-seen-answers.ts';
import { useReportSeenMood } from './use-report-seen-mood.ts';
import { useVisibleChat } from './use-visible-chat.ts';

/** One after another: a sign-out right after a sign-in must not overtake it. */
let working: Promise<void> = Promise.resolve();

function keepInLine(uid: string | undefined): void {
  working = working
    .then(() => keepSubscription(uid))
    .catch((error) => console.info('The notifications of this device could not be renewed.', error));
}

/** Registers the service worker, follows taps on notifications, and keeps notifications and subscription up to date. */
export function PushSync() {
  const { appUser } = useApp();
  const visible = useVisibleChat();
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
