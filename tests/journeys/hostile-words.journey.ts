import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, PASSWORD } from '#fixtures/client.ts';
import { sessionCookie } from '#fixtures/session-cookie.ts';
import { connected, expect, type Guest, type Person, test } from '#tests/support/browser/journey.ts';
import { beginSession } from '#tests/support/people/new-session.ts';
import type { App } from '#tests/support/servers/app-process.ts';
import { XSS_PAYLOADS } from '#tests/support/wire/xss-payloads.ts';

// Every journey fails on a console line, for example of the content security policy, and on a request to another origin.

test.describe.configure({ timeout: 120_000 });

/** A list has only its visible items in the document: this height shows all of them. */
const TALL = { viewport: { width: 1280, height: 12_000 } };
const PATIENTLY = { timeout: 30_000 };

test('50 people with scripts as names are shown as text, and no script runs', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', TALL);
  const ran = await watch(ada);
  await befriend(app, ada);
  const main = ada.page.getByRole('main');
  await ada.goesTo('/status');
  await ada.page.evaluate(() => alert('as one of them would'));
  await expect.poll(() => ran.splice(0)).toHaveLength(1);

  await ada.goesTo('/circles');
  await expect(main.getByRole('listitem')).toHaveCount(50);
  await shows(ada, XSS_PAYLOADS);

  await ada.goesTo('/connect');
  await ada.page.getByPlaceholder('Search by first or last name.').fill('Odd');
  await ada.page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(main.getByRole('listitem')).toHaveCount(50);
  await shows(ada, XSS_PAYLOADS);

  await ada.goesTo('/cares');
  await expect(main.getByRole('listitem')).toHaveCount(50);
  await shows(ada, XSS_PAYLOADS);
  // Beside the list a chat opens without a page load.
  for (const [place, payload] of XSS_PAYLOADS.entries()) {
    await main
      .locator(`a[href*="/chat/"]`)
      .filter({ hasText: `Odd${place}.` })
      .click();
    await expect(ada.page.getByRole('heading', { name: `Chat with ${payload}`, exact: true })).toBeVisible();
    await shows(ada, [`${payload}: ${payload}`]);
  }
  expect(ran).toEqual([]);
});

test('50 messages with scripts from each side are shown as text, live and after a reload, and no script runs', async ({
  signUp,
}) => {
  const ada = await signUp('Ada', 'Lovelace', TALL);
  const grace = await signUp('Grace', 'Hopper');
  const name = XSS_PAYLOADS[0]!;
  await grace.goesTo('/status');
  await renames(grace, name);
  const ran = await watch(ada);
  await connected(grace, ada);
  await ada.goesTo(`/chat/${grace.uid}`);
  await expect(ada.messages).toHaveCount(1);
  const messages = XSS_PAYLOADS.map((content) => ({ id: randomUUID(), receiver: ada.uid, content }));
  await Promise.all(messages.map((message) => grace.calls('POST', '/api/messages', message)));
  const hers = XSS_PAYLOADS.map((payload) => `${name}: ${payload}`);
  await shows(ada, hers);
  await ada.page.reload();
  await shows(ada, hers);

  for (const payload of XSS_PAYLOADS) await ada.says(payload);
  const own = XSS_PAYLOADS.map((payload) => `You: ${payload}`);
  await shows(ada, own);
  await expect(ada.page.getByRole('log').getByText('On its way')).toHaveCount(0, PATIENTLY);
  await ada.page.reload();
  await shows(ada, own);
  expect(ran).toEqual([]);
});

const NUMBER = '+1 415 555 0123';

test("no script runs in a person's own names, texts and addresses", async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const ran = await watch(ada);
  await ada.goesTo('/message');
  const message = ada.page.getByLabel('Message', { exact: true });
  for (const payload of XSS_PAYLOADS) {
    await ada.fillsIn({ 'Phone number': NUMBER, Message: payload }, 'Send Message');
    await expect(message).toHaveValue('');
  }
  await expect(ada.page.getByText(`Your message to ${NUMBER} is on its way.`, { exact: true })).toBeVisible();
  await expect.poll(() => app.textsTo(NUMBER).toSorted(), PATIENTLY).toEqual(XSS_PAYLOADS.toSorted());

  await ada.goesTo('/status');
  for (const payload of XSS_PAYLOADS) {
    await renames(ada, payload);
    await shows(ada, [`Hi ${payload} ${payload}, Welcome to`]);
    await expect(ada.page.getByRole('banner')).toContainText(`${payload} ${payload}`);
  }

  for (const payload of XSS_PAYLOADS.filter(isTenth)) {
    await renames(ada, payload);
    await ada.goesTo('/status');
    await shows(ada, [`Hi ${payload} ${payload}, Welcome to`]);
    await ada.goesTo(`/chat/${encodeURIComponent(payload)}?next=${encodeURIComponent(payload)}`);
    await expect(ada.page.getByRole('heading', { name: 'There is no such chat' })).toBeVisible();
  }
  expect(ran).toEqual([]);
});

/** A few payloads of different kinds, for tests that load a whole page for each. */
const isTenth = (_: unknown, place: number) => place % 10 === 2;

/** Collects every call of `alert` and every violation of the content security policy, on all pages. */
async function watch({ context }: Guest): Promise<string[]> {
  const ran: string[] = [];
  await context.exposeFunction('report', (what: string) => void ran.push(what));
  await context.addInitScript(() => {
    const { report } = window as unknown as { report: (what: string) => void };
    window.alert = () => report(`alert at ${location.href}`);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      report(`${violatedDirective} ${blockedURI}`),
    );
  });
  return ran;
}

/** Stores the change as the app's form does. The `online` event then makes the app check the session. */
async function renames({ page }: Guest, name: string): Promise<void> {
  const status = await page.evaluate(async (name) => {
    const body = JSON.stringify({ firstname: name, lastname: name });
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/identity/update-user', { method: 'POST', headers, body })).status;
  }, name);
  expect(status).toBe(200);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}

/** Each payload is shown exactly as written. */
async function shows({ page }: Guest, texts: readonly string[]): Promise<void> {
  await expect(async () => {
    const shown = await page.getByRole('main').textContent();
    expect(texts.filter((text) => !shown?.includes(text))).toEqual([]);
  }).toPass({ timeout: 10_000 });
}

/**
 * Signs up a person for each payload, with the payload as name, number and message, and connects them with `person`. Their
 * sessions are inserted directly, because hashing a password takes time.
 */
async function befriend(app: App, person: Person): Promise<void> {
  const secret = (await readFile(join(app.dataDir, 'auth-secret'), 'utf8')).trim();
  await inBatches(XSS_PAYLOADS, async (payload, place) => {
    const author = new Client(app.url);
    const email = `odd.${place}.${person.uid}@example.com`;
    const names = { name: payload, firstname: payload, lastname: `Odd${place}.` };
    const profile = { ...names, phonenumber: payload.slice(0, 40), email, password: PASSWORD };
    const { body } = await author.post('/api/identity/sign-up/email', profile);
    const uid: string = body.user.id;
    const token = await beginSession((statement, values) => app.sql(statement, values), uid);
    author.cookie = sessionCookie(token, secret);
    await author.put(`/api/users/${uid}/connections/${person.uid}`);
    const message = { id: randomUUID(), receiver: person.uid, content: payload };
    expect((await author.post('/api/messages', message)).status).toBe(200);
  });
}

/** A few at a time, because each hashes a password. */
async function inBatches<Item>(items: readonly Item[], make: (item: Item, place: number) => Promise<void>) {
  for (let place = 0; place < items.length; place += 5) {
    const some = items.slice(place, place + 5);
    await Promise.all(some.map((item, index) => make(item, place + index)));
  }
}
