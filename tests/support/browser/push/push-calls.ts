import { createECDH } from 'node:crypto';
import type { BrowserContext, Page, Route } from '@playwright/test';
import {
  changePushSchema,
  type PushChoices,
  type PushDevice,
  pushChoicesSchema,
  pushDeviceSchema,
  pushSchema,
  pushTestSchema,
  type Subscribe,
  subscribeSchema,
} from '#contract/push.ts';

const FIRST_CHOICES: PushChoices = pushChoicesSchema.parse({
  support: true,
  messages: true,
  connections: true,
  showNames: false,
  showWords: false,
});

/**
 * Answers a browser's calls about notifications, by the contract. A test sees what the browser told the server of its
 * subscription, which no answer of the server holds.
 */
export class PushCalls {
  key = newServerKey();
  device: PushDevice | null = null;
  /** What the browser has subscribed with, oldest first. */
  readonly subscriptions: Subscribe[] = [];
  /** Every call, as 'PUT /push'. */
  readonly made: string[] = [];
  testReason: string | null = null;

  static async open(context: BrowserContext): Promise<PushCalls> {
    const calls = new PushCalls();
    await context.route(/\/api\/users\/[^/]+\/push(\/test)?$/, (route) => calls.#answer(route));
    return calls;
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const method = request.method();
    this.made.push(`${method} ${/\/push.*$/.exec(request.url())![0]}`);
    if (method === 'GET') return route.fulfill({ json: pushSchema.parse({ key: this.key, device: this.device }) });
    if (method === 'POST') {
      return route.fulfill({ json: pushTestSchema.parse({ sent: !this.testReason, reason: this.testReason }) });
    }
    if (method === 'DELETE') {
      this.device = null;
      return route.fulfill({ json: { ok: true } });
    }
    if (method === 'PUT') {
      const subscription = subscribeSchema.parse(
        request.postDataJSON() ?? (await subscriptionIn(request.frame().page())),
      );
      this.subscriptions.push(subscription);
      this.device = { ...FIRST_CHOICES, ...this.device, endpoint: subscription.endpoint };
    } else {
      this.device = { ...this.device!, ...changePushSchema.parse(request.postDataJSON()) };
    }
    return route.fulfill({ json: pushDeviceSchema.parse(this.device) });
  }
}

/** Over WebDriver BiDi Playwright gets no bodies of requests, so the page is asked for its subscription. */
function subscriptionIn(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const { endpoint, keys } = (await registration.pushManager.getSubscription())!.toJSON();
    return { endpoint, keys };
  });
}

/** A public key as servers have it: an uncompressed point on P-256, in base64url. */
export function newServerKey(): string {
  return createECDH('prime256v1').generateKeys().toString('base64url');
}
