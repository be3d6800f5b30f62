/** `npm run lighthouse`: Lighthouse's marks for the real app on a phone, signed out and signed in. */
import { type Browser, chromium } from '@playwright/test';
import { launchOptions } from '#fixtures/chromium.ts';
import { freePort } from '#fixtures/free-port.ts';
import { fillCircle } from '#tests/support/browser/fill-circle.ts';
import { Person } from '#tests/support/people/person.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { CATEGORIES, type Marks, marksOf } from './lighthouse-marks.ts';

const GOALS: Marks = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

const app = await App.open();
const port = await freePort();
const browser = await chromium.launch({
  ...launchOptions(`--remote-debugging-port=${port}`),
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
});
// When interrupted, calls that wait for the browser fail, and `finally` cleans up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => browser.close());
try {
  const login = await marksOf(`${app.url}/login`, port);
  await signIn(browser);
  const cares = await marksOf(`${app.url}/cares`, port);
  const met = [show('/login', login), show('/cares', cares)];
  process.exitCode = met.every(Boolean) ? 0 : 1;
} finally {
  await browser.close();
  await app.close();
}

/** Signs the browser itself in, as a person with a full circle: Lighthouse opens its page outside of all contexts. */
async function signIn(browser: Browser): Promise<void> {
  const names = ['Ada', 'Grace', 'Mei', 'Sam', 'Noor'];
  const [ada, ...friends] = await Promise.all(
    names.map((firstname) => {
      const email = `${firstname}@example.com`.toLowerCase();
      return Person.signUp(browser, app.url, {}, { firstname, lastname: 'Lovelace', email, phonenumber: '' });
    }),
  );
  await fillCircle(app, ada!, friends);
  // With their expiry, because a session cookie would be gone with the last page.
  const cookies = (await ada!.context.cookies()).map(({ name, value, expires }) => ({
    name,
    value,
    expires,
    url: app.url,
  }));
  const session = await browser.newBrowserCDPSession();
  await session.send('Storage.setCookies', { cookies });
  for (const { context } of [ada!, ...friends]) await context.close();
}

/** @returns whether every goal is met */
function show(page: string, marks: Marks): boolean {
  const cells = CATEGORIES.map((category) => {
    const isMet = marks[category] >= GOALS[category];
    return `${category} ${marks[category]}${isMet ? '' : ` (goal: ${GOALS[category]})`}`;
  });
  console.log(`${page}  ${cells.join('  ')}`);
  return CATEGORIES.every((category) => marks[category] >= GOALS[category]);
}
