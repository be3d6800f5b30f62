import { createServer, request } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, friends, type Guest, PASSWORD, PATIENTLY, test, writes } from '#tests/support/browser/journey.ts';
import { expectCodeKept } from '#tests/support/browser/prefetch.ts';
import { WITH_WORKER } from '#tests/support/browser/push/worker.ts';
import { listen } from '#tests/support/servers/listen.ts';

const UNREACHABLE = /net::ERR_|NS_ERROR|WebSocket|can’t establish a connection/;
const SESSION_REPLACED = /status of 40[14]/;

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

/** How many answers the browser keeps, of whom. */
const keptAnswers = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('kept', 1);
    await new Promise((resolve) => Object.assign(opening, { onsuccess: resolve }));
    const rows = opening.result.transaction('answers').objectStore('answers').getAll();
    await new Promise((resolve) => Object.assign(rows, { onsuccess: resolve }));
    opening.result.close();
    return (rows.result as { owner: string; query: string }[]).map(({ owner, query }) => `${owner} ${query}`);
  });

/** Ada has visited her chat with Grace, and her browser keeps it. */
async function visited(signUp: Parameters<typeof friends>[0]) {
  const [ada, grace] = await friends(signUp, { ...WITH_WORKER, loadsAhead: true });
  await writes(grace, ada, 'See you at the lake');
  ada.allowError(UNREACHABLE);
  await ada.opensChatWith(grace);
  await expect(ada.messages.last()).toHaveText('Grace: See you at the lake');
  await hasOfflinePage(ada);
  await expectCodeKept(ada);
  await expect
    .poll(() => keptAnswers(ada.page))
    .toEqual(
      expect.arrayContaining([`${ada.uid} ["connections","${ada.uid}"]`, `${ada.uid} ["messages","${grace.uid}"]`]),
    );
  return [ada, grace] as const;
}

test('after one visit the chats open without a connection, marked with their time; they come back with it', {
  tag: ['@core', '@firefox'],
}, async ({ signUp }) => {
  const [ada, grace] = await visited(signUp);
  const { page } = ada;
  const asOf = page.getByRole('banner').getByText(/^As of (yesterday, )?\d+:\d\d/);
  await ada.context.setOffline(true);
  await ada.goesTo('/cares');
  await expect(ada.rowOf(grace)).toContainText('See you at the lake');
  await expect(asOf).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Helplines' })).toBeVisible();
  // A screen that was not open before.
  await ada.goesBy('Add');
  await expect(page.getByRole('heading', { name: 'New Connection Search' })).toBeVisible();
  await ada.goesBy('Chats');
  await ada.rowOf(grace).click();
  await expect(ada.messages.last()).toHaveText('Grace: See you at the lake');
  for (const words of ['I am on the train', 'Till soon']) await ada.says(words);
  await expect(page.getByRole('log').getByText('On its way')).toHaveCount(2);

  await writes(grace, ada, 'Good');
  await ada.context.setOffline(false);
  await expect(asOf).toBeHidden(PATIENTLY);
  await expect(ada.messages).toContainText(['Grace: Good', 'You: I am on the train', 'You: Till soon'], PATIENTLY);
  await expect(page.getByRole('log').getByText('On its way')).toHaveCount(0);
  await grace.opensChatWith(ada);
  await expect(grace.messages).toHaveText([/Hey/, /lake/, 'You: Good', 'Ada: I am on the train', 'Ada: Till soon']);
});

test('a log-out, another person’s log-in and the end of a stolen session leave nothing of the chats', async ({
  signUp,
  app,
}) => {
  const [ada, grace] = await visited(signUp);
  const { page } = ada;
  ada.allowError(SESSION_REPLACED);
  const eve = await signUp('Eve', 'Moneypenny');
  await ada.signsOut();
  await expect.poll(() => keptAnswers(page)).toEqual([]);
  await ada.context.setOffline(true);
  await ada.goesTo('/cares');
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByText('See you at the lake')).toBeHidden();
  await ada.context.setOffline(false);

  await ada.goesTo('/login');
  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Login');
  await expect.poll(() => keptAnswers(page)).not.toEqual([]);
  await page.evaluate(
    (body) =>
      fetch('/api/identity/sign-in/email', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    JSON.stringify({ email: eve.email, password: PASSWORD }),
  );
  await ada.goesTo('/cares');
  await expect.poll(async () => (await keptAnswers(page)).filter((row) => !row.startsWith(eve.uid))).toEqual([]);
  await expect(ada.rowOf(grace)).toBeHidden();

  await expect.poll(() => keptAnswers(page)).not.toEqual([]);
  await app.sql('delete from sessions where user_id = $1', [eve.uid]);
  await ada.goesTo('/cares');
  await expect.poll(() => keptAnswers(page)).toEqual([]);
});

test('without a connection a browser that has not opened the app shows helplines, and goes on with the connection', async ({
  guest,
}) => {
  const stranger = await guest(WITH_WORKER);
  const { page } = stranger;
  stranger.allowError(UNREACHABLE);
  await stranger.goesTo('/help');
  await hasOfflinePage(stranger);
  await page.evaluate(() => caches.delete('code'));
  await stranger.context.setOffline(true);
  await stranger.goesTo('/login');
  await expect(page.getByText('Your messages wait')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call 988' })).toBeVisible();
  // Its styles are there, too.
  await expect(page.getByRole('link', { name: 'Call 911' })).toHaveCSS('border-radius', '999px');
  await stranger.context.setOffline(false);
  await expect(page.getByLabel('Password')).toBeVisible();

  await stranger.context.setOffline(true);
  await stranger.goesTo('/help');
  await page.getByText('All countries').click();
  await page.locator('summary', { hasText: 'Germany' }).click();
  await stranger.context.setOffline(false);
  await expect(page.getByText('You’re back online.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call 0800 111 0 111' })).toBeVisible();
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(page.getByRole('heading', { name: 'Talk to someone now' })).toBeVisible();
});

test('after one visit /help opens without a connection, signed out and without scripts', async ({ guest }) => {
  const stranger = await guest(WITH_WORKER);
  const { page } = stranger;
  stranger.allowError(UNREACHABLE);
  await stranger.goesTo('/login');
  await hasOfflinePage(stranger);
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

test('a deployment: an open tab goes on, and the new page comes with the next opening, on a bad line with the one after', async ({
  app,
  browser,
}) => {
  let version = 1;
  const slow = Promise.withResolvers<void>();
  let isSlow = false;
  // Not a route: Playwright does not see the worker's requests for pages.
  const front = createServer(async (request, response) => {
    const isOld = version > 1 && request.url!.startsWith('/assets/');
    const answer = isOld ? new Response('', { status: 404 }) : await fetch(app.url + request.url);
    const type = answer.headers.get('content-type') ?? '';
    const body = Buffer.from(await answer.arrayBuffer());
    if (isSlow && request.headers['sec-fetch-mode'] === 'navigate') await slow.promise;
    response.writeHead(answer.status, {
      'content-type': type,
      'cache-control': answer.headers.get('cache-control') ?? '',
    });
    response.end(type.startsWith('text/html') ? `${body}<p id="version">${version}</p>` : body);
  });
  const { port, close } = await listen(front);
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}`, ...WITH_WORKER });
  const page = await context.newPage();
  await page.goto('/login');
  await expectCodeKept({ page });
  version = 2;
  // A screen whose code was not loaded yet: the server has it no more.
  await page.evaluate(() => {
    history.pushState(null, '', '/a');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByText('This link')).toBeVisible();
  isSlow = true;
  await page.goto('/login');
  await expect(page.locator('#version')).toHaveText('1');
  slow.resolve();
  isSlow = false;
  await page.goto('/login');
  await expect(page.locator('#version')).toHaveText('2');
  await context.close();
  await close();
});

test('a page that is too old for the server reloads once, and says so', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  let loads = 0;
  ada.page.on('load', () => {
    loads += 1;
  });
  await ada.page.route('**/api/users/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'api-version': '999' } });
  });
  await ada.goesTo('/cares');
  await expect(ada.page.getByRole('button', { name: 'New version: reload' })).toBeVisible();
  await expect.poll(() => loads).toBe(2);
  await expect(ada.page.locator('html[data-settled]')).toBeAttached();
  expect(loads).toBe(2);
});

/** The page that the browser keeps; '' for none. */
const kept = (page: Page, path = '/') =>
  page.evaluate(async (path) => (await (await caches.match(path))?.text()) ?? '', path);

test('a chosen language comes on a slow line, too, and nothing in the one before is kept', async ({ app, browser }) => {
  const [choice, pages] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isSlow = false;
  const front = createServer(async (incoming, response) => {
    const { url, method, headers } = incoming;
    const isPage = headers['sec-fetch-mode'] === 'navigate';
    if (isSlow && isPage) await (url!.includes('language=') ? choice : pages).promise;
    const asked = request(app.url + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(asked);
  });
  const { port, close } = await listen(front);
  const options = { baseURL: `http://127.0.0.1:${port}`, locale: 'en-GB', ...WITH_WORKER };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto('/login');
  await expect.poll(() => kept(page)).toContain('<html lang="en"');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  isSlow = true;
  const opening = page.goto('/login?language=de');
  // It began later, and opens the kept page.
  const other = await context.newPage();
  await other.goto('/login');
  expect(page.url()).toMatch(/login$/);
  choice.resolve();
  await expect.poll(() => kept(other)).not.toContain('<html lang="en"');
  pages.resolve();
  await opening;
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect.poll(() => kept(page)).toContain('<html lang="de"');
  await context.close();
  await close();
});

test('the page that is kept is in the language that was chosen last', async ({ guest }) => {
  const visitor = await guest({ ...WITH_WORKER, locale: 'en-GB' });
  const { page } = visitor;
  visitor.allowError(UNREACHABLE);
  await page.goto('/login');
  await hasOfflinePage(visitor);
  const language = page.locator('html');
  await expect.poll(() => kept(page)).toContain('<html lang="en"');
  await page.getByText('Language English').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(language).toHaveAttribute('lang', 'de');
  for (const path of ['/', '/offline.html']) await expect.poll(() => kept(page, path)).toContain('<html lang="de"');
  await visitor.context.setOffline(true);
  await page.goto('/login');
  await expect(language).toHaveAttribute('lang', 'de');
  // Without a connection another language cannot come.
  await page.getByText('Sprache Deutsch').click();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/language=en/);
  await expect(page.getByText('Sprache Deutsch')).toBeVisible();
  await page.goto('/help?language=en');
  await expect(page.getByRole('heading', { name: 'Jetzt mit jemandem reden' })).toBeVisible();
});
