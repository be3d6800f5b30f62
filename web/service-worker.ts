/** The service worker (/sw.js): pushes, taps on them, and a page for starts offline. It keeps no code of the app. */
/// <reference lib="webworker" />
export {};

declare const self: ServiceWorkerGlobalScope;

/** A push as the server sends it (declarative web push), or the tag of the notification to close. */
type Push = { close?: string; app_badge?: number; notification?: Shown };
type Button = { action: string; title: string };
type Shown = NotificationOptions & { title: string; navigate: string; actions?: Button[] };
const UNREADABLE: Shown = { title: 'Moodring', body: 'Open Moodring', navigate: '/', tag: 'moodring' };
const KEPT = ['/offline.html', '/help.css', '/help.js'];

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([caches.open('offline').then((cache) => cache.addAll(KEPT)), self.skipWaiting()]));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isPage = event.request.mode === 'navigate' && !pathname.startsWith('/api/');
  if (origin !== self.location.origin || !(isPage || KEPT.includes(pathname))) return;
  const kept = async () => (await caches.match(isPage ? KEPT[0]! : pathname)) ?? Response.error();
  event.respondWith((async () => (await event.preloadResponse) ?? fetch(event.request))().catch(kept));
});

/**
 * Shows and closes notifications one after another: Chromium drops a notification that it is about to show when the shown ones
 * are read meanwhile, and it could be a call for support.
 */
let working: Promise<unknown> = Promise.resolve();
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = working.then(work);
  working = done.catch(() => {});
  return done;
}

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
/** Every push shows something, even one that cannot be read: browsers end subscriptions that stay silent. */
async function show(data: PushMessageData | null): Promise<void> {
  const push: Push = (await (async () => data?.json())().catch(() => null)) ?? {};
  if (push.close) return close([push.close]);
  await notify(push.notification ?? UNREADABLE);
  if (push.app_badge !== undefined) await self.navigator.setAppBadge?.(push.app_badge);
}
/** A button loses its address: a browser would open it and not tell us. */
async function notify({ title, navigate, actions = [], ...options }: Shown): Promise<void> {
  const icons = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' };
  const buttons = actions.map(({ action, title: label }) => ({ action, title: label }));
  const data = { ...options.data, navigate };
  const given = { ...icons, ...options, actions: buttons, data } as NotificationOptions;
  await inTurn(() => self.registration.showNotification(title, given));
}
/** Closes the notifications with these tags: their reason has been seen. Safari ignores tags. */
async function close(tags: string[]): Promise<void> {
  await inTurn(async () => {
    for (const tag of tags) for (const shown of await self.registration.getNotifications({ tag })) shown.close();
  });
}
/** A page has seen the reasons of notifications (web/features/push/sync/). */
self.addEventListener('message', (event) => {
  if (event.data?.type === 'close') event.waitUntil(close(event.data.tags));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { ask, navigate = '/' } = event.notification.data ?? {};
  const url = new URL(navigate, self.location.origin).href;
  event.waitUntil(ask && event.action ? answer(ask, event.action, url) : open(url));
});
const ANSWERED: Record<string, string> = {
  yes: 'Your friend can see that you’ll reach out.',
  later: 'Your friend can see that you’ll reach out later.',
  no: 'Your friend won’t see this.',
};
/** Answers a friend's call for support, also while the app is closed. When that fails, the app opens at the call. */
async function answer(ask: string, kind: string, navigate: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const call = { method: 'PUT', headers, body: JSON.stringify({ answer: kind }), signal: AbortSignal.timeout(5_000) };
  const answered = await fetch(`/api/asks/${ask}/answer`, call).catch(() => null);
  if (!answered?.ok) return open(navigate);
  await notify({
    title: 'Thank you',
    body: ANSWERED[kind] ?? '',
    lang: 'en',
    tag: `answered-${ask}`,
    silent: true,
    navigate,
  });
}
/** Opens an address in an open window, or else in a new one. Browsers refuse both when they saw no tap. */
async function open(url: string): Promise<void> {
  const [window] = await self.clients.matchAll({ type: 'window' });
  window?.postMessage({ type: 'navigate', url });
  await (window ? window.focus() : self.clients.openWindow(url)).catch(() => null);
}

/** The browser ended the subscription: subscribes anew by the call that the page left here (web/features/push/). */
self.addEventListener('pushsubscriptionchange', (event) => (event as ExtendableEvent).waitUntil(renew()));
async function renew(): Promise<void> {
  const path = await (await caches.match('/push-call'))?.text();
  if (!path) return;
  const { key: applicationServerKey } = await (await fetch(path)).json();
  const subscription = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, keys });
  await fetch(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
}
