import type { CDPSession, Page, Worker } from '@playwright/test';
import { type Notice, noticePayload } from '#server/features/push/payload.ts';

/** The service worker of a page in Chromium, and pushes to it. */
export class PushedWorker {
  readonly #session: CDPSession;
  readonly #page: Page;
  readonly #registrationId: string;

  private constructor(session: CDPSession, page: Page, registrationId: string) {
    this.#session = session;
    this.#page = page;
    this.#registrationId = registrationId;
  }

  /** Waits until the page has its worker. */
  static async of(page: Page): Promise<PushedWorker> {
    const session = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [registration] = registrations;
        if (registration) resolve(registration.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await registered;
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    return new PushedWorker(session, page, registrationId);
  }

  /** Delivers a push as the browser does after decrypting it. @param data an object as JSON, or any text */
  async push(data: object | string): Promise<void> {
    await this.#session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(this.#page.url()).origin,
      registrationId: this.#registrationId,
      data: typeof data === 'string' ? data : JSON.stringify(data),
    });
  }

  /** The notifications that are shown, as '{title}: {body} [{tag}]'. */
  notifications(): Promise<string[]> {
    return this.#page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => `${title}: ${body} [${tag}]`);
    });
  }

  /** The words on the buttons of the notification with this tag. */
  buttons(tag: string): Promise<string[]> {
    return this.#page.evaluate(async (tag) => {
      const registration = await navigator.serviceWorker.ready;
      const [notification] = await registration.getNotifications({ tag });
      const { actions = [] } = (notification ?? {}) as { actions?: readonly { title: string }[] };
      return actions.map(({ title }) => title);
    }, tag);
  }

  /** Taps on a notification with this tag, or on one of its buttons. */
  async tap(tag: string, action = ''): Promise<void> {
    const worker = this.#page.context().serviceWorkers()[0] as Worker;
    await worker.evaluate(
      async ([tag, action]) => {
        const scope = self as unknown as ServiceWorkerGlobalScope;
        const [notification] = await scope.registration.getNotifications({ tag });
        scope.dispatchEvent(new NotificationEvent('notificationclick', { notification: notification!, action }));
      },
      [tag, action] as const,
    );
  }
}

/** The server's push about Grace. @param changes what is different of it */
export function pushOf(appUrl: string, changes: Pick<Notice, 'cause' | 'author'> & Partial<Notice>): string {
  const who = { firstname: 'Grace', ask: null, helpers: 0, isLater: false, waitingAsks: 0 };
  const notice = { ...who, words: null, showNames: false, showWords: false, unread: 1, isSilent: false };
  return noticePayload({ ...notice, ...changes }, appUrl);
}
