import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { connected, expect, type Guest, test } from '#tests/support/browser/journey.ts';
import { screensOfRoutes } from '../../bin/build/screens-of-routes.ts';

const ROUTES = screensOfRoutes(readFileSync(join(import.meta.dirname, '../../web/routes.tsx'), 'utf8'));

interface Scripts {
  /** Requested before the entry script has arrived. */
  early: string[];
  /** Requested from then on until the screen is complete. */
  late: string[];
}

/** Visits an address while the answer to the entry script is held back until all scripts that the page names are requested. */
async function visit({ context }: Guest, path: string): Promise<Scripts> {
  const page = await context.newPage();
  // Without this the code of all other screens would be fetched, too.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await released;
    await route.continue();
  });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(nameOf(request.url()));
  });

  await page.goto(path, { waitUntil: 'commit' });
  const links = page.locator('head > link[rel=modulepreload]');
  await expect(page.locator('template#fetch-ahead')).toBeAttached();
  const named = await links.evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
  await expect.poll(() => scripts).toEqual(expect.arrayContaining(named.map(nameOf)));
  const early = scripts.splice(0).filter((name) => name !== 'index');
  release();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.close();
  return { early, late: scripts };
}

/** The name of a script without the hash. */
function nameOf(address: string): string {
  return basename(address).replace(/-.{8}\.js$/, '');
}

/** One route of each screen. The others get the same page. */
function onePerScreen(who: 'signedIn' | 'signedOut') {
  return ROUTES.filter((route, place) => ROUTES.findIndex((each) => each[who] === route[who]) === place);
}

async function expectTheSamePages({ context }: Guest, who: 'signedIn' | 'signedOut') {
  const pageOf = async (path: string) => (await context.request.get(path.replace(':connect', 'x'))).text();
  for (const first of onePerScreen(who))
    for (const { path } of ROUTES.filter((route) => route[who] === first[who]))
      expect(await pageOf(path), path).toBe(await pageOf(first.path));
}

test('with a session, each screen’s code is requested before the entry script has arrived', async ({ signUp }) => {
  test.slow();
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await expectTheSamePages(ada, 'signedIn');
  for (const { path, signedIn } of onePerScreen('signedIn').filter(
    (route) => !['/login', '/signup'].includes(route.path),
  )) {
    const { early, late } = await visit(ada, path.replace(':connect', grace.uid));
    expect(early, path).toContain(basename(signedIn, '.tsx'));
    expect(late, path).toEqual([]);
  }
});

test('without a session, the code of what is shown instead is requested as early', async ({ guest }) => {
  test.slow();
  const visitor = await guest();
  await expectTheSamePages(visitor, 'signedOut');
  for (const { path, signedOut } of onePerScreen('signedOut')) {
    const { early, late } = await visit(visitor, path.replace(':connect', crypto.randomUUID()));
    expect(early, path).toContain(basename(signedOut, '.tsx'));
    expect(late, path).toEqual([]);
  }
});

test('the page of an unknown address names no code of a screen', async ({ guest }) => {
  expect(await visit(await guest(), '/nowhere')).toEqual({ early: [], late: [] });
});
