/** The browser's filter for notifications of any tag. */
export const ALL_TAGS = '';

/** Closes the notifications with these tags on this device: their reason has been seen. The service worker does it. */
export function closeNotifications(...tags: string[]): void {
  navigator.serviceWorker
    ?.getRegistration()
    .then((registration) => registration?.active?.postMessage({ type: 'close', tags }))
    .catch((error) => console.info('A notification could not be closed.', error));
}
