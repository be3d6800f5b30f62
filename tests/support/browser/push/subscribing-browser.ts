import type { BrowserContext, Request } from '@playwright/test';
import type { Subscribe } from '#contract/push.ts';
import type { PushService, TestDevice } from '#tests/support/push/push-service.ts';
import { expect, type Person } from '../journey.ts';
import { fakePermission } from './fake-permission.ts';

/** How the browser's `subscribe` behaves. `hang` never answers, as Chromium does without a connection to its push service. */
type SubscribeBehaviour = 'work' | 'hang';

/**
 * A browser that subscribes at a push service of the test: Chromium's own subscription needs a service of Google. Only the
 * browser's PushManager is replaced. The calls go to the real server, which sends to the push service.
 */
export class SubscribingBrowser {
  /** Its subscriptions, oldest first. */
  readonly devices: TestDevice[] = [];
  /** The calls about notifications that were answered, as 'PUT /push 200', oldest first. */
  readonly calls: string[] = [];
  /** What it told the server, oldest first. */
  readonly subscribed: Subscribe[] = [];

  static async open(
    { context, uid }: { context: BrowserContext; uid: string },
    service: PushService,
    behaviour: SubscribeBehaviour = 'work',
  ): Promise<SubscribingBrowser> {
    const browser = new SubscribingBrowser();
    context.on('response', async (response) => browser.#record(response.request(), response.status()));
    await context.exposeFunction('subscribeInTest', (): Subscribe => {
      const device = service.device(`${uid} ${browser.devices.length}`);
      browser.devices.push(device);
      return device.subscription;
    });
    await fakePermission(context, 'granted');
    await context.addInitScript(replacePushManager, behaviour);
    return browser;
  }

  #record(request: Request, status: number): void {
    const path = /^\/api\/users\/[^/]+(\/push(?:\/test)?)$/.exec(new URL(request.url()).pathname)?.[1];
    if (!path) return;
    this.calls.push(`${request.method()} ${path} ${status}`);
    if (request.method() === 'PUT') this.subscribed.push(request.postDataJSON() as Subscribe);
  }

  /** How often a call was answered. @param call as 'PUT /push 200' */
  count(call: string): number {
    return this.calls.filter((each) => each === call).length;
  }
}

/** Runs in the page. Subscriptions last over reloads. */
function replacePushManager(behaviour: SubscribeBehaviour): void {
  interface Stored extends Subscribe {
    key: string;
  }
  const STORED = 'test-subscription';
  const read = (): Stored | null => JSON.parse(localStorage.getItem(STORED) ?? 'null');
  const toBytes = (key: string) =>
    Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
  const toSubscription = (stored: Stored | null) =>
    stored && {
      endpoint: stored.endpoint,
      options: { applicationServerKey: toBytes(stored.key) },
      toJSON: () => ({ endpoint: stored.endpoint, expirationTime: null, keys: stored.keys }),
      unsubscribe: async () => {
        localStorage.removeItem(STORED);
        return true;
      },
    };
  if (window.PushManager === undefined) return;
  const { subscribeInTest } = window as unknown as { subscribeInTest(): Promise<Subscribe> };
  PushManager.prototype.getSubscription = async () => toSubscription(read()) as unknown as PushSubscription;
  PushManager.prototype.subscribe = async (options) => {
    if (behaviour === 'hang') return new Promise(() => {});
    const key = options!.applicationServerKey as string;
    localStorage.setItem(STORED, JSON.stringify({ ...(await subscribeInTest()), key }));
    return toSubscription(read()) as unknown as PushSubscription;
  };
}

/** Turns notifications on in a person's browser. */
export async function turnedOn(person: Person, service: PushService): Promise<SubscribingBrowser> {
  const browser = await SubscribingBrowser.open(person, service);
  await person.goesTo('/settings/news');
  await person.page.getByRole('button', { name: 'Turn on' }).click();
  await expect(person.page.getByRole('group', { name: 'Notify me about' })).toBeVisible();
  return browser;
}
