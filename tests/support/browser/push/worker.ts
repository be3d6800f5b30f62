import type { CDPSession, Page, Worker } from '@playwright/test';

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

  /** Taps on a notification with this tag. */
  async tap(tag: string): Promise<void> {
    const worker = this.#page.context().serviceWorkers()[0] as Worker;
    await worker.evaluate(async (tag) => {
      const scope = self as unknown as ServiceWorkerGlobalScope;
      const [notification] = await scope.registration.getNotifications({ tag });
      scope.dispatchEvent(new NotificationEvent('notificationclick', { notification: notification! }));
    }, tag);
  }
}

/** A push as the server sends it. */
export function pushOf(origin: string, path: string, tag: string, title: string, unread = 1) {
  return {
    web_push: 8030,
    app_badge: unread,
    notification: {
      title,
      body: 'Open Moodring',
      lang: 'en',
      dir: 'auto',
      navigate: origin + path,
      tag,
      app_badge: String(unread),
      data: { tag },
    },
  };
}
