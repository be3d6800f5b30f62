const OFFLINE_PAGE = '/offline.html';
const RENEW_AFTER_MS = 24 * 60 * 60 * 1000;

/** Registers the service worker of the built app, and keeps its page for starts without a connection fresh. */
export function registerWorker(): void {
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
