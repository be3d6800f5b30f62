import type { BrowserContext } from '@playwright/test';

/** How the faked `subscribe` behaves. `hang` never answers, as Chromium does without a connection to its push service. */
export type SubscribeBehaviour = 'work' | 'hang' | 'refuse';

/**
 * Fakes the subscription of a browser, and the permission for it: headless Chromium has no push service. Subscriptions last
 * over reloads. All else is the browser's own: the worker, pushes, notifications.
 */
export async function fakeSubscription(context: BrowserContext, behaviour: SubscribeBehaviour = 'work'): Promise<void> {
  await context.addInitScript((behaviour) => {
    const STORED = 'test-subscription';
    const read = () => JSON.parse(localStorage.getItem(STORED) ?? 'null');
    const toBytes = (key: string) =>
      Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
    const toSubscription = (stored: { endpoint: string; key: string } | null) =>
      stored && {
        endpoint: stored.endpoint,
        options: { applicationServerKey: toBytes(stored.key) },
        toJSON: () => ({ endpoint: stored.endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => {
          localStorage.removeItem(STORED);
          return true;
        },
      };
    if (window.PushManager === undefined) return;
    PushManager.prototype.getSubscription = async () => toSubscription(read()) as unknown as PushSubscription;
    PushManager.prototype.subscribe = async (options) => {
      if (behaviour === 'hang') return new Promise(() => {});
      if (behaviour === 'refuse') throw new DOMException('Registration failed - permission denied', 'AbortError');
      const endpoint = `https://push.example/${crypto.randomUUID()}`;
      localStorage.setItem(STORED, JSON.stringify({ endpoint, key: options!.applicationServerKey }));
      return toSubscription(read()) as unknown as PushSubscription;
    };
  }, behaviour);
}

/** Fakes what the person answers to the browser's own question. Headless Chromium answers by itself. */
export async function fakePermission(context: BrowserContext, answer: NotificationPermission): Promise<void> {
  await context.addInitScript((answer) => {
    const STORED = 'test-permission';
    Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(STORED) ?? 'default' });
    Notification.requestPermission = async () => {
      localStorage.setItem(STORED, answer);
      return answer;
    };
  }, answer);
}
