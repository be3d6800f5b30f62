/** Closes the notifications with these tags on this device: their reason has been seen. Safari ignores tags. */
export function closeNotifications(...tags: string[]): void {
  navigator.serviceWorker
    ?.getRegistration()
    .then(async (registration) => {
      for (const tag of tags) {
        for (const notification of (await registration?.getNotifications({ tag })) ?? []) notification.close();
      }
    })
    .catch((error) => console.info('A notification could not be closed.', error));
}
