/** The service worker (/sw.js): keeps the app's page and code, and the helplines, for bad lines and none; pushes, and taps on them. */
/// <reference lib="webworker" />
import * as t from '#language';

declare const self: ServiceWorkerGlobalScope;

/** A push as the server sends it (declarative web push), or the tag of the notification to close. */
type Push = { close?: string; app_badge?: number; notification?: Shown };
type Button = { action: string; title: string };
type Shown = NotificationOptions & { title: string; navigate: string; actions?: Button[] };
const UNREADABLE: Shown = { title: 'Moodring', body: t.openMoodring, navigate: '/', tag: 'moodring' };
const HELP = ['/offline.html', '/help.css', '/help.js'];

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([caches.open('offline').then((cache) => cache.addAll(HELP)), self.skipWaiting()]));
});
self.addEventListener('activate', (event) => {
  const start = keepPage(fetch('/'));
  event.waitUntil(Promise.allSettled([self.clients.claim(), self.registration.navigationPreload?.enable(), start]));
});
self.addEventListener('fetch', (event) => {
  const { pathname, origin, searchParams } = new URL(event.request.url);
  if (origin !== self.location.origin) return;
  if (event.request.mode === 'navigate' && !pathname.startsWith('/api/'))
    event.respondWith(openPage(event, pathname, searchParams.has('language')));
  else if (pathname.startsWith('/assets/')) event.respondWith(openCode(event));
  else if (HELP.includes(pathname)) event.respondWith(fetch(event.request).catch(() => keptOr(pathname)));
});

/** A page that was kept opens after this time, and the new one the next time. */
const PAGE_WAIT_MS = 2_000;
/** In files: those of the last three versions or more, because a tab of an earlier one goes on. */
const MOST_CODE = 100;

/** How often a language was chosen: a page that was asked for before may be in another one. */
let choices = 0;

/**
 * The page from the server; the kept one when that takes long, or without a connection; else helplines.
 * @param choosesLanguage whether the server keeps a choice, and goes on to the page in that language. No kept page opens for a slow
 * one then, and it is deleted: a page in the new language may never arrive.
 */
async function openPage(event: FetchEvent, pathname: string, choosesLanguage: boolean): Promise<Response> {
  const fetched = (async () => {
    const page = ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
    if (choosesLanguage && page.type === 'opaqueredirect') {
      choices += 1;
      await (await caches.open('code')).delete('/');
    }
    return page;
  })();
  const isApp = !/^\/(help|offline)/.test(pathname);
  if (isApp) event.waitUntil(keepPage(fetched).catch(() => {}));
  const kept = isApp ? await caches.match('/') : undefined;
  const late = new Promise<Response>((resolve) => {
    if (kept && !choosesLanguage) setTimeout(resolve, PAGE_WAIT_MS, kept);
  });
  return Promise.race([fetched, late]).catch(() => kept ?? keptOr(HELP[0]!));
}
async function keptOr(path: string): Promise<Response> {
  return (await caches.match(path)) ?? Response.error();
}

/** Keeps a page of the app, for all addresses, once the code that it names is kept. Nothing personal: its first calls are left out. */
async function keepPage(asked: Promise<Response>): Promise<void> {
  const choice = choices;
  const page = (await asked).clone();
  if (!page.ok || !page.headers.get('content-type')?.startsWith('text/html')) return;
  const html = await page.text();
  const headers = new Headers(page.headers);
  headers.delete('link');
  const code = await caches.open('code');
  const named = new Set(html.split('</head>')[0]!.match(/\/assets\/[\w.-]+/g));
  // Another page than the app's, as /pages/help.html.
  if (named.size === 0) return;
  const missing = await Promise.all([...named].map(async (file) => ((await code.match(file)) ? [] : [file])));
  await code.addAll(missing.flat());
  if (choice !== choices) return;
  await code.put('/', new Response(html, { headers }));
  const files = await code.keys();
  await Promise.all(files.slice(0, -MOST_CODE).map((file) => code.delete(file)));
}
/** Code has another address when it changes. */
async function openCode(event: FetchEvent): Promise<Response> {
  const code = await caches.open('code');
  const kept = await code.match(event.request.url);
  if (kept) return kept;
  const fetched = await fetch(event.request);
  if (fetched.ok) event.waitUntil(code.put(event.request.url, fetched.clone()));
  return fetched;
}

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
  const path = await pushCall();
  // The person learns when none arrives any more.
  if (path) await fetch(`${path}/reached`, { method: 'POST', signal: AbortSignal.timeout(5_000) }).catch(() => null);
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
  yes: t.friendSeesYouWillReachOut,
  later: t.friendSeesYouWillReachOutLater,
  no: t.friendWillNotSeeThis,
};
/** Answers a friend's call for support, also while the app is closed. When that fails, the app opens at the call. */
async function answer(ask: string, kind: string, navigate: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const call = { method: 'PUT', headers, body: JSON.stringify({ answer: kind }), signal: AbortSignal.timeout(5_000) };
  const answered = await fetch(`/api/asks/${ask}/answer`, call).catch(() => null);
  if (!answered?.ok) return open(navigate);
  await notify({
    title: t.thankYouTitle,
    body: ANSWERED[kind] ?? '',
    lang: t.$language,
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

/** The address of the calls about this device, which the page left here (web/features/push/). */
async function pushCall(): Promise<string | undefined> {
  return (await caches.match('/push-call'))?.text();
}

/** The browser ended the subscription: subscribes anew. */
self.addEventListener('pushsubscriptionchange', (event) => (event as ExtendableEvent).waitUntil(renew()));
async function renew(): Promise<void> {
  const path = await pushCall();
  if (!path) return;
  const { key: applicationServerKey } = await (await fetch(path)).json();
  const subscription = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, keys });
  await fetch(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
}
