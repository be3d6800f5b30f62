import { launchFirefox } from '#tests/support/browser/firefox-browser.ts';
import { connected, expect, test } from '#tests/support/browser/journey.ts';
import { encryptPush } from '#tests/support/browser/push/encrypt-push.ts';
import { FirefoxPushService } from '#tests/support/browser/push/firefox-push-service.ts';
import { PushCalls } from '#tests/support/browser/push/push-calls.ts';
import { pushOf } from '#tests/support/browser/push/worker.ts';
import { Person } from '#tests/support/people/person.ts';

test('in Firefox a person turns notifications on, and a push from the push service is shown', async ({
  app,
  signUp,
}) => {
  const service = await FirefoxPushService.open();
  const browser = await launchFirefox(service.preferences);
  try {
    const profile = { firstname: 'Ada', lastname: 'Lovelace', email: 'ada.in.firefox@example.com', phonenumber: '' };
    const ada = await Person.signUp(browser, app.url, {}, profile);
    const grace = await signUp('Grace', 'Hopper');
    await connected(grace, ada);
    const calls = await PushCalls.open(ada.context);
    await ada.goesTo('/circles');
    await ada.page.getByRole('button', { name: 'Turn on' }).click();
    await expect(ada.page.getByText('Notifications are on.')).toBeVisible();
    const [{ endpoint, keys }] = calls.subscriptions as [(typeof calls.subscriptions)[number]];
    const push = pushOf(app.url, `/chat/${grace.uid}`, `mood-${grace.uid}`, 'A friend could use support');
    service.deliver(endpoint, encryptPush(JSON.stringify(push), keys));
    const shown = () =>
      ada.page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ title, tag }) => `${title} [${tag}]`);
      });
    await expect.poll(shown).toEqual([`A friend could use support [mood-${grace.uid}]`]);
    await expect.poll(() => service.acknowledged).toEqual([endpoint.split('/').at(-1)]);
  } finally {
    await browser.close();
    service.close();
  }
});
