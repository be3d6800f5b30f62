import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, friends, type Guest, test } from '#tests/support/browser/journey.ts';
import { WITH_WORKER } from '#tests/support/browser/push/worker.ts';

const UNREACHABLE = /net::ERR_|WebSocket/;

/** Waits until the browser keeps the page for starts without a connection. */
async function hasOfflinePage({ page }: Pick<Guest, 'page'>): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        return navigator.serviceWorker.controller !== null && (await caches.match('/offline.html')) !== undefined;
      }),
    )
    .toBe(true);
}

test('without a connection the app starts with helplines, and comes back', {
  tag: '@core',
}, async ({ signUp }) => {
  const [ada, grace] = await friends(signUp, WITH_WORKER);
  const { page } = ada;
  ada.allowError(UNREACHABLE);
  await ada.goesTo('/circles');
  await hasOfflinePage(ada);
  await ada.context.setOffline(true);
  await ada.goesTo('/cares');
  await expect(page.getByText('Your messages wait')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call 988' })).toBeVisible();
  // Its styles are there, too.
  await expect(page.getByRole('link', { name: 'Call 911' })).toHaveCSS('border-radius', '999px');
  await ada.context.setOffline(false);
  await expect(page).toHaveURL('/cares');
  await expect(ada.rowOf(grace)).toBeVisible();

  await ada.context.setOffline(true);
  await ada.goesTo('/cares');
  await page.getByText('All countries').click();
  await page.locator('summary', { hasText: 'Germany' }).click();
  await ada.context.setOffline(false);
  await expect(page.getByText('You’re back online.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call 0800 111 0 111' })).toBeVisible();
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(page.getByRole('heading', { name: 'My Chats' })).toBeVisible();
});

test('after one visit /help opens offline, without scripts; no code of the app is kept', async ({ guest }) => {
  const stranger = await guest(WITH_WORKER);
  const { page } = stranger;
  stranger.allowError(UNREACHABLE);
  await stranger.goesTo('/login');
  await hasOfflinePage(stranger);
  const kept = await page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.sort()).toEqual(['/help.css', '/help.js', '/offline.html']);
  // The browser checks its worker again each time.
  const worker = await stranger.context.request.get('/sw.js');
  expect(worker.headers()['cache-control']).toBe('no-cache');
  expect(worker.headers()['content-type']).toMatch(/^text\/javascript/);
  const updateViaCache = await page.evaluate(async () => (await navigator.serviceWorker.ready).updateViaCache);
  expect(updateViaCache).toBe('none');

  const session = await stranger.context.newCDPSession(page);
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await stranger.context.setOffline(true);
  await stranger.goesTo('/help');
  await page.getByText('All countries').click();
  await page.locator('summary', { hasText: 'Germany' }).click();
  await expect(page.getByRole('link', { name: 'Call 0800 111 0 111' })).toBeVisible();
});

test('a new deployment is seen at the next load', async ({ app, browser }) => {
  let version = 1;
  // Not a route: Playwright does not see the worker's requests for pages.
  const front = createServer(async (request, response) => {
    const answer = await fetch(app.url + request.url);
    const type = answer.headers.get('content-type') ?? '';
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, {
      'content-type': type,
      'cache-control': answer.headers.get('cache-control') ?? '',
    });
    response.end(type.startsWith('text/html') ? `${body}<p id="version">${version}</p>` : body);
  });
  await once(front.listen(0, '127.0.0.1'), 'listening');
  const baseURL = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const context = await browser.newContext({ baseURL, ...WITH_WORKER });
  const page = await context.newPage();
  await page.goto('/help');
  await hasOfflinePage({ page });
  for (version of [1, 2, 3]) {
    await page.goto('/help');
    await expect(page.locator('#version')).toHaveText(String(version));
  }
  await context.close();
  front.close();
  front.closeAllConnections();
});
