import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, friends, type Guest, test } from '#tests/support/browser/journey.ts';
import { screensOfRoutes } from '../../../bin/build/screens-of-routes.ts';

const FIRST_LOAD_MAX_BYTES = 100_000;
const ROUTES = screensOfRoutes(readFileSync(join(import.meta.dirname, '../../../web/routes.tsx'), 'utf8'));

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
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(nameOf(request.url()));
  });

  await page.goto(path, { waitUntil: 'commit' });
  const links = page.locator('head > link[rel=modulepreload]');
  await expect(page.locator('template#code')).toBeAttached();
  const named = await links.evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
  await expect.poll(() => scripts).toEqual(expect.arrayContaining(named.map(nameOf)));
  const early = scripts.splice(0).filter((name) => name !== 'index');
  released.resolve();
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

for (const who of ['signedIn', 'signedOut'] as const)
  test(`${who}, a screen’s code is requested before the entry script has arrived`, async ({ signUp, guest }) => {
    test.slow();
    const [ada, grace] = await friends(signUp);
    const visitor = who === 'signedIn' ? ada : await guest();
    // The forms send a signed-in person to the next screen.
    const skipped = who === 'signedIn' ? ['/login', '/signup'] : [];
    for (const route of onePerScreen(who).filter(({ path }) => !skipped.includes(path))) {
      const { early, late } = await visit(visitor, route.path.replace(':connect', grace.uid));
      expect(early.length, route.path).toBeGreaterThan(0);
      expect(late, route.path).toEqual([]);
    }
  });

test('a screen makes the calls that its page names, each once, and asks again when the live connection is open', async ({
  signUp,
}) => {
  const [ada, grace] = await friends(signUp);
  // An account without a language gets that of its first page, by a call of its own.
  await ada.calls('PATCH', `/api/users/${ada.uid}/settings`, { language: 'en' });
  for (const [path, last] of [
    ['/cares', '/api/asks'],
    [`/chat/${grace.uid}`, `/api/messages?with=${grace.uid}`],
  ] as const) {
    const page = await ada.context.newPage();
    await page.addInitScript(() => {
      const callsNow = () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'));
      window.WebSocket = class extends WebSocket {
        constructor(...given: ConstructorParameters<typeof WebSocket>) {
          super(...given);
          Object.assign(window, { callsNow, firstCalls: callsNow().map(({ name }) => name) });
        }
      };
    });
    const answer = await page.goto(path);
    const named = [...answer!.headers().link!.matchAll(/<([^>]+)>/g)].map(
      ([, call]) => new URL(call!, page.url()).href,
    );
    expect(named.map((call) => call.replace(/.*(?=\/api)/, ''))).toContain(last);
    await expect.poll(() => page.evaluate('window.firstCalls')).toBeDefined();
    expect(((await page.evaluate('window.firstCalls')) as string[]).sort()).toEqual(named.sort());
    const statuses = () =>
      page.evaluate(
        'window.callsNow().filter(({ name }) => name.endsWith("/connections")).map((one) => one.responseStatus)',
      );
    await expect.poll(statuses).toEqual([200, 304]);
    await page.close();
  }
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
