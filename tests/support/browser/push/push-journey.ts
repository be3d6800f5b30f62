import { PushService } from '#tests/support/push/push-service.ts';
import { makePushSettings } from '#tests/support/push/trusted-certificate.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { test as journey, PATIENTLY } from '../journey.ts';

/** What a journey with notifications needs of a push service. */
interface Service {
  /** For `PUSH_HOSTS`. */
  host: string;
  close(): Promise<void>;
}

/** Journeys whose server sends notifications to a push service of the test. @param open opens the service */
export function journeysWith<PushService extends Service>(open: () => Promise<PushService>) {
  return journey.extend<object, { pushService: PushService }>({
    pushService: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern
      async ({}, use) => {
        const service = await open();
        await use(service);
        await service.close();
      },
      { scope: 'worker' },
    ],

    app: [
      async ({ pushService }, use) => {
        const { settings, remove } = await makePushSettings(pushService.host);
        const app = await App.open(settings);
        await use(app);
        await app.close();
        await remove();
      },
      { scope: 'worker', timeout: 4 * PATIENTLY.timeout },
    ],
  });
}

export const test = journeysWith(() => PushService.open());
