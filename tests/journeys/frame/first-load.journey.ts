import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '#tests/support/browser/journey.ts';
import { screensOfRoutes } from '../../../bin/build/screens-of-routes.ts';

const FIRST_LOAD_MAX_BYTES = 100_000;
const ROUTES = screensOfRoutes(readFileSync(join(import.meta.dirname, '../../../web/routes.tsx'), 'utf8'));

test('the code of other screens waits until the first one is there', async ({ guest }) => {
  const stranger = await guest({ loadsAhead: true });
  const released = Promise.withResolvers<void>();
  await stranger.page.route(/login-screen-.*\.js$/, async (route) => {
    await released.promise;
    await route.continue();
  });
  const ofOthers = new Set<string>();
  stranger.page.on('request', (request) => {
    if (/\/assets\/(?!login-).*-screen-.*\.js$/.test(request.url())) ofOthers.add(request.url());
  });
  await stranger.page.goto('/login');
  await expect(stranger.page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await stranger.page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  expect([...ofOthers]).toEqual([]);
  released.resolve();
  await expect(stranger.page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect.poll(() => ofOthers.size).toBeGreaterThan(7);
});

test('prefetched code does not run before its screen opens', async ({ guest }) => {
  const stranger = await guest({ loadsAhead: true });
  const ran = 'window.ran = [...(window.ran ?? []), import.meta.url];';
  await stranger.page.route('**/assets/*-screen-*.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${ran}${await answer.text()}` });
  });
  const screensRun = () => stranger.page.evaluate(() => (window as unknown as { ran: string[] }).ran);
  await stranger.page.goto('/login');
  await expect(stranger.page.locator('body > link[rel=modulepreload]').first()).toBeAttached();
  await stranger.page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  expect(await screensRun()).toEqual([expect.stringContaining('/login-screen-')]);
  await stranger.page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await expect(stranger.page.getByRole('button', { name: 'Sign Up' })).toBeVisible();
  expect(await screensRun()).toEqual(expect.arrayContaining([expect.stringContaining('/signup-screen-')]));
});

test('no screen’s page names more than 100 KB of scripts', async ({ signUp, guest, app }) => {
  const people = [await guest(), await signUp('Ada', 'Lovelace')];
  const sizes = new Map<string, number>();
  const sizeOf = async (script: string) => {
    const source = await (await fetch(app.url + script)).bytes();
    sizes.set(script, gzipSync(source, { level: 9 }).byteLength);
    return sizes.get(script)!;
  };
  for (const { path } of ROUTES) {
    for (const { context } of people) {
      const page = await (await context.request.get(path.replace(':connect', crypto.randomUUID()))).text();
      const head = page.slice(0, page.indexOf('</head>'));
      const scripts = head.match(/(?<=(?:src|href)=")[^"]+\.js/g) ?? [];
      expect(scripts.length, path).toBeGreaterThan(1);
      let total = 0;
      for (const script of scripts) total += sizes.get(script) ?? (await sizeOf(script));
      expect(total, `${path}: ${scripts}`).toBeLessThanOrEqual(FIRST_LOAD_MAX_BYTES);
    }
  }
});
