/** `install-first`: only the app on the home screen gets them. `blocked`: the person or the browser has refused. */
export type PushSupport = 'unsupported' | 'install-first' | 'blocked' | 'possible';

export function pushSupport(): PushSupport {
  if (isAppleMobile() && !isInstalled()) return 'install-first';
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

export function mayNotify(): boolean {
  return pushSupport() === 'possible' && Notification.permission === 'granted';
}

/** Whether the app runs from the home screen or in a window of its own. */
export function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches || (navigator as AppleNavigator).standalone === true;
}

/** iPhone or iPad. An iPad calls itself a Mac, and no Mac has a touch screen. */
export function isAppleMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

interface AppleNavigator extends Navigator {
  standalone?: boolean;
}
