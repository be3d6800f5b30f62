import type { CDPSession, Page, Worker } from '@playwright/test';
import { type Notice, noticePayload } from '#server/features/push/payload.ts';
import type { Person } from '../journey.ts';

/** Of a browser that runs the app's service worker. */
export const WITH_WORKER = { serviceWorkers: 'allow' } as const;

interface Scope extends ServiceWorkerGlobalScope {
  readNotifications: ServiceWorkerRegistration['getNotifications'];
}

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
    const context = page.context();
    await readInTurn(context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker')));
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
    return this.#worker.evaluate(async () => {
      const { readNotifications } = self as unknown as Scope;
      return (await readNotifications()).map(({ title, body, tag }) => `${title}: ${body} [${tag}]`);
    });
  }

  /** The words on the buttons of the notification with this tag. */
  buttons(tag: string): Promise<string[]> {
    return this.#worker.evaluate(async (tag) => {
      const [notification] = await (self as unknown as Scope).readNotifications({ tag });
      const { actions = [] } = (notification ?? {}) as { actions?: readonly { title: string }[] };
      return actions.map(({ title }) => title);
    }, tag);
  }

  get #worker(): Worker {
    return this.#page.context().serviceWorkers()[0]!;
  }

  /** Taps on a notification with this tag, or on one of its buttons. */
  async tap(tag: string, action = ''): Promise<void> {
    await this.#worker.evaluate(
      async ([tag, action]) => {
        const scope = self as unknown as Scope;
        const [notification] = await scope.readNotifications({ tag });
        scope.dispatchEvent(new NotificationEvent('notificationclick', { notification: notification!, action }));
      },
      [tag, action] as const,
    );
  }
}

/**
 * A test reads the notifications when none is on its way to the screen: Chromium drops a notification that it is about to show
 * when the shown ones are read meanwhile.
 */
async function readInTurn(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = self as unknown as Scope;
    const { registration } = scope;
    if ('readNotifications' in self) return;
    const show = registration.showNotification.bind(registration);
    let last: Promise<unknown> = Promise.resolve();
    function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
      const done = last.then(work, work);
      last = done;
      return done;
    }
    registration.showNotification = (...given) => inTurn(() => show(...given));
    scope.readNotifications = (filter) => inTurn(() => registration.getNotifications(filter));
  });
}

/** Opens an address in a browser that may show notifications. @returns its worker */
export async function withWorker(person: Person, path: string): Promise<PushedWorker> {
  // What Chromium logs when a worker focuses a window or opens one without a tap.
  person.allowError(/Not allowed to/);
  await person.context.grantPermissions(['notifications']);
  await person.goesTo(path);
  return PushedWorker.of(person.page);
}

/** The server's push about Grace. @param changes what is different of it */
export function pushOf(appUrl: string, changes: Pick<Notice, 'cause' | 'author'> & Partial<Notice>): string {
  const who = { firstname: 'Grace', ask: null, helpers: 0, isLater: false, hasCheckedIn: false, waitingAsks: 0 };
  const notice = {
    ...who,
    mood: null,
    words: null,
    showNames: false,
    showWords: false,
    unread: 1,
    isSilent: false,
    language: null,
  };
  return noticePayload({ ...notice, ...changes }, appUrl);
}
