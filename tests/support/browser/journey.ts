import { writeFile } from 'node:fs/promises';
import { test as base, expect, type TestInfo } from '@playwright/test';
import { LONG_PATIENCE_MS } from '../patience.ts';
import { Guest } from '../people/guest.ts';
import { connected, Person } from '../people/person.ts';
import { App } from '../servers/app-process.ts';
import { launchFirefox } from './firefox-browser.ts';
import type { BrowserOptions } from './open-context.ts';

export { expect } from '@playwright/test';
export { PASSWORD } from '#fixtures/client.ts';
export { connected } from '../people/person.ts';
export type { Guest, Person };

/** For what takes long, as a connection that comes back after growing pauses, or a text that is tried again. */
export const PATIENTLY = { timeout: LONG_PATIENCE_MS };

interface GuestOptions extends BrowserOptions {
  /** A group's own app, in place of the journeys' one. */
  app?: App;
}

interface SignUpOptions extends GuestOptions {
  /** A unique number if undefined; '' for none. */
  phonenumber?: string;
}

interface JourneyFixtures {
  /** Signs a new person up and in. */
  signUp: (firstname: string, lastname: string, options?: SignUpOptions) => Promise<Person>;
  /** Opens a browser without a signed-in person. */
  guest: (options?: GuestOptions) => Promise<Guest>;
  /** All people of this journey. */
  everybody: Guest[];
}

let people = 0;

export const test = base.extend<JourneyFixtures, { app: App; undoSeconds: string }>({
  /** UNDO_SECONDS of the app, for a file: the specification's timing is to ask at once. */
  undoSeconds: ['0', { scope: 'worker', option: true }],

  app: [
    async ({ undoSeconds }, use) => {
      const app = await App.open({ UNDO_SECONDS: undoSeconds });
      await use(app);
      await app.close();
    },
    { scope: 'worker', timeout: 4 * LONG_PATIENCE_MS },
  ],

  browser: [
    async ({ browserName, headless, launchOptions, playwright }, use) => {
      const isFirefox = browserName === 'firefox';
      const browser = await (isFirefox ? launchFirefox() : playwright.chromium.launch({ headless, ...launchOptions }));
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 4 * LONG_PATIENCE_MS },
  ],

  everybody: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern
    async ({}, use, testInfo) => {
      const everybody: Guest[] = [];
      await use(everybody);
      const apps = [...App.running];
      await Promise.all([...everybody.map((guest) => guest.waitForErrors()), ...apps.map((app) => app.readLog())]);
      const errors = [everybody.map((guest) => guest.unexpectedErrors()), apps.map((app) => app.errors())].flat(2);
      if (errors.length > 0 || testInfo.status !== testInfo.expectedStatus)
        await attachWhatWasSeen(everybody, testInfo);
      // A held call that ends after its journey would fail the next one.
      const pages = everybody.flatMap((guest) => guest.context.pages());
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await Promise.all(everybody.map((guest) => guest.context.close()));
      expect(errors, 'unexpected errors of browsers and server').toEqual([]);
    },
    { auto: true },
  ],

  guest: async ({ app, browser, everybody }, use) => {
    await use(async ({ app: own = app, ...options } = {}) => {
      const guest = await Guest.open(browser, own.url, options);
      everybody.push(guest);
      return guest;
    });
  },

  signUp: async ({ app, browser, everybody }, use) => {
    await use(async (firstname, lastname, { app: own = app, phonenumber, ...options } = {}) => {
      people += 1;
      const email = `${firstname}.${lastname}.${people}@example.com`.toLowerCase();
      const profile = { firstname, lastname, email, phonenumber: phonenumber ?? numberOf(people) };
      const person = await Person.signUp(browser, own.url, options, profile);
      everybody.push(person);
      return person;
    });
  },
});

/** Keeps what explains a failed journey in its folder, beside the trace: each page as it looked, and the servers' logs. */
async function attachWhatWasSeen(everybody: readonly Guest[], testInfo: TestInfo): Promise<void> {
  const attach = (name: string, contentType: string) => {
    const path = testInfo.outputPath(name);
    testInfo.attachments.push({ name, path, contentType });
    return path;
  };
  const pages = everybody.flatMap(({ context }) => context.pages());
  // A page that hangs gives no picture.
  for (const [index, page] of pages.entries())
    await page.screenshot({ path: attach(`page-${index + 1}.png`, 'image/png'), timeout: 5_000 }).catch(() => {});
  for (const [index, app] of [...App.running].entries())
    await writeFile(attach(`server-${index + 1}.log`, 'text/plain'), app.log());
}

/**
 * Starts an app with its own settings for the tests of a group, before them: a start takes as long as many a journey.
 * @param settings or what opens a server that they name
 * @param host its name; an address of digits, if undefined
 * @returns gets the app, once a test runs
 */
export function ownApp(
  settings: Record<string, string> | (() => Promise<Record<string, string>>),
  host?: string,
): () => App {
  let app: App | undefined;
  test.beforeAll(async () => {
    app = await App.open(typeof settings === 'function' ? await settings() : settings, host);
  });
  test.afterAll(() => app?.close());
  return () => app!;
}

/** Ada and Grace, who are connected: Ada has sent the greeting. @param options of Ada's browser */
export async function friends(
  signUp: JourneyFixtures['signUp'],
  options: SignUpOptions = {},
): Promise<[ada: Person, grace: Person]> {
  const both = await Promise.all([signUp('Ada', 'Lovelace', options), signUp('Grace', 'Hopper')]);
  await connected(...both);
  return both;
}

/** Two friends, each with the chat of the two open. @param options of both browsers */
export async function friendsInChat(
  signUp: JourneyFixtures['signUp'],
  options: SignUpOptions = {},
): Promise<[ada: Person, grace: Person]> {
  const [ada, grace] = [await signUp('Ada', 'Lovelace', options), await signUp('Grace', 'Hopper', options)];
  await connected(ada, grace);
  await ada.opensChatWith(grace);
  await grace.opensChatWith(ada);
  return [ada, grace];
}

/** Sends a message by the call, as another device does. */
export async function writes(from: Person, to: Person, content: string): Promise<void> {
  await from.calls('POST', '/api/messages', { id: crypto.randomUUID(), receiver: to.uid, content });
}

/** A number in E.164. */
function numberOf(person: number): string {
  return `+1415555${String(person).padStart(4, '0')}`;
}
