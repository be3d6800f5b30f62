import { expect, type Person, test } from '#tests/support/browser/journey.ts';

/** The browser's console lines about a lost connection. */
const UNREACHABLE = /net::ERR_|NS_ERROR|WebSocket|can’t establish a connection/;

/** Whether all prefetched files have loaded as modules. */
function isPrefetched({ page }: Person): Promise<boolean> {
  return page.evaluate(() => {
    const { loaded } = window as unknown as { loaded: string[] };
    const ahead = [...document.querySelectorAll<HTMLLinkElement>('body > link[rel=modulepreload]')];
    return ahead.length > 10 && ahead.every(({ href }) => loaded.includes(href));
  });
}

async function recordLoadedLinks({ page }: Person): Promise<void> {
  await page.addInitScript(() => {
    const loaded: string[] = [];
    Object.assign(window, { loaded });
    const record = ({ target }: Event) => target instanceof HTMLLinkElement && loaded.push(target.href);
    document.addEventListener('load', record, true);
  });
}

async function opens({ page }: Person, place: string, heading: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: place }).click();
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
}

test('without a connection a person can still change screens', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await recordLoadedLinks(ada);
  // A route disables the HTTP cache: the screens' code must be in the page itself, as in WebKit.
  await ada.page.route('**/*.js', (route) => route.continue());
  await ada.goesTo('/status');
  await expect.poll(() => isPrefetched(ada)).toBe(true);

  ada.allowError(UNREACHABLE);
  await ada.context.setOffline(true);
  await opens(ada, 'Circle', 'My Circle');
  await opens(ada, 'Add', 'New Connection Search');
  await opens(ada, 'Chats', 'My Chats');
});

test('a connection that is lost during the prefetch costs no screen', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await recordLoadedLinks(ada);
  let isCut = true;
  const asked: string[] = [];
  await ada.page.route('**/assets/c*-screen-*.js', async (route) => {
    asked.push(route.request().url());
    await (isCut ? route.abort() : route.continue());
  });
  ada.allowError(UNREACHABLE);
  await ada.goesTo('/status');
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(4);

  isCut = false;
  await opens(ada, 'Circle', 'My Circle');
  await ada.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => isPrefetched(ada)).toBe(true);
  await ada.context.setOffline(true);
  await opens(ada, 'Add', 'New Connection Search');
  await opens(ada, 'Chats', 'My Chats');
});
