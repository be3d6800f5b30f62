import { expect, type Person, test } from '#tests/support/browser/journey.ts';
import { expectCodeKept } from '#tests/support/browser/prefetch.ts';
import { WITH_WORKER } from '#tests/support/browser/push/worker.ts';

/** The browser's console lines about a lost connection. */
const UNREACHABLE = /net::ERR_|NS_ERROR|WebSocket|can’t establish a connection/;

async function opens({ page }: Person, place: string, heading: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: place }).click();
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
}

test('without a connection a person can still change screens', { tag: '@firefox' }, async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace', { loadsAhead: true, ...WITH_WORKER });
  // A route disables the HTTP cache: the service worker must have the screens' code.
  await ada.page.route('**/*.js', (route) => route.continue());
  await ada.goesTo('/status');
  await expectCodeKept(ada);

  ada.allowError(UNREACHABLE);
  await ada.context.setOffline(true);
  await opens(ada, 'Circle', 'My Circle');
  await opens(ada, 'Add', 'New Connection Search');
  await opens(ada, 'Chats', 'My Chats');
});
