import { chooses } from '#tests/support/browser/care.ts';
import { launchFirefox } from '#tests/support/browser/firefox-browser.ts';
import { connected, expect } from '#tests/support/browser/journey.ts';
import { openFirefoxPushService } from '#tests/support/browser/push/firefox-push-service.ts';
import { journeysWith } from '#tests/support/browser/push/push-journey.ts';
import { Person } from '#tests/support/people/person.ts';

const test = journeysWith(openFirefoxPushService);

test('in Firefox a person turns notifications on; a friend’s call for support is shown, until another device shows it', {
  tag: '@only-firefox',
}, async ({ app, signUp, guest, pushService }) => {
  const browser = await launchFirefox(pushService.preferences);
  try {
    const profile = { firstname: 'Ada', lastname: 'Lovelace', email: 'ada.in.firefox@example.com', phonenumber: '' };
    const ada = await Person.signUp(browser, app.url, {}, profile);
    const grace = await signUp('Grace', 'Hopper');
    await connected(grace, ada);
    await ada.goesTo('/circles');
    await ada.page.getByRole('button', { name: 'Turn on' }).click();
    await expect(ada.page.getByText('Notifications are on.')).toBeVisible();
    // A card on the screen would be the call's news, and close the notification.
    await ada.goesTo('/connect');
    await chooses(grace, 'Dark');
    const shown = () =>
      ada.page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ title, tag }) => `${title} [${tag}]`);
      });
    await expect.poll(shown).toEqual([`A friend could use support [mood-${grace.uid}]`]);

    const phone = await guest();
    await ada.signsInOn(phone);
    await phone.goesTo(`/chat/${grace.uid}`);
    await expect.poll(shown).toEqual([]);
  } finally {
    await browser.close();
  }
});
