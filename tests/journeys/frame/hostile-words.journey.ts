import { connected, expect, type Guest, PATIENTLY, type Person, test } from '#tests/support/browser/journey.ts';
import type { App } from '#tests/support/servers/app-process.ts';
import { XSS_PAYLOADS } from '#tests/support/wire/xss-payloads.ts';

// Every journey fails on a console line, for example of the content security policy, and on a request to another origin.

test.slow();

/** A list has only its visible items in the document: this height shows all of them. */
const TALL = { viewport: { width: 1280, height: 12_000 } };

test('names and messages with scripts are shown as text, and none runs', {
  tag: '@core',
}, async ({ signUp, app }) => {
  const [ada, eve] = await Promise.all([signUp('Ada', 'Lovelace', TALL), signUp('Eve', 'Adams')]);
  await connected(ada, eve);
  const { page } = ada;
  const ran = await watch(ada);
  await befriend(app, ada);
  const main = page.getByRole('main');
  await ada.goesTo('/status');
  await page.evaluate(() => alert('as one of them would'));
  await expect.poll(() => ran.splice(0)).toHaveLength(1);
  // The person's own names.
  for (const payload of SOME) {
    await renames(ada, payload);
    await shows(ada, [`Hi ${payload} ${payload}, Welcome to`]);
    await expect(page.getByRole('banner')).toContainText(`${payload} ${payload}`);
  }

  await ada.goesBy('Circle');
  await expect(main.getByRole('listitem')).toHaveCount(XSS_PAYLOADS.length + 1);
  await shows(ada, XSS_PAYLOADS);
  await ada.goesBy('Add');
  await ada.searches('Odd');
  await expect(main.getByRole('listitem')).toHaveCount(XSS_PAYLOADS.length);
  await shows(ada, XSS_PAYLOADS);
  await ada.goesBy('Chats');
  await expect(main.getByRole('listitem')).toHaveCount(XSS_PAYLOADS.length + 1);
  await shows(ada, XSS_PAYLOADS);
  // Beside the list a chat opens without a page load.
  for (const payload of SOME) {
    await main
      .locator('a[href*="/chat/"]')
      .filter({ hasText: `Odd${XSS_PAYLOADS.indexOf(payload)}.` })
      .click();
    await expect(page.getByRole('heading', { name: `Chat with ${payload}`, exact: true })).toBeVisible();
    await shows(ada, [`${payload}: ${payload}`]);
  }

  // All messages from one person.
  await main.getByRole('link', { name: 'Eve Adams' }).click();
  await expect(page.getByRole('heading', { name: 'Chat with Eve' })).toBeVisible();
  const messages = XSS_PAYLOADS.map((content) => ({ id: crypto.randomUUID(), receiver: ada.uid, content }));
  await Promise.all(messages.map((each) => eve.calls('POST', '/api/messages', each)));
  const theirs = XSS_PAYLOADS.map((payload) => `Eve: ${payload}`);
  await shows(ada, theirs);
  for (const payload of SOME) await ada.says(payload);
  const own = SOME.map((payload) => `You: ${payload}`);
  await shows(ada, own);
  await expect(page.getByRole('log').getByText('On its way')).toHaveCount(0, PATIENTLY);
  await page.reload();
  await shows(ada, [...theirs, ...own]);
  for (const payload of SOME) {
    await ada.goesTo(`/chat/${encodeURIComponent(payload)}?next=${encodeURIComponent(payload)}`);
    await expect(page.getByRole('heading', { name: 'There is no such chat' })).toBeVisible();
  }
  expect(ran).toEqual([]);
});

/** A few payloads of different kinds, for what takes long. */
const SOME = XSS_PAYLOADS.filter((_, place) => place % 10 === 2);

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
  }).toPass();
}

/**
 * Connects a person with one for each payload, who has it as name, number and message. They are inserted directly: signing up
 * takes long.
 */
async function befriend(app: App, { uid }: Person): Promise<void> {
  await app.sql(
    `with people as (
       insert into users (id, name, firstname, lastname, phonenumber, email)
       select gen_random_uuid(), p, p, 'Odd' || n - 1 || '.', left(p, 40), 'odd' || n || '.' || $1::uuid || '@example.com'
       from unnest($2::text[]) with ordinality as each (p, n) returning id, firstname
     ), circle as (
       insert into connections (owner, other, lastmessage)
       select $1::uuid, id, now() from people union all select id, $1::uuid, now() from people
     )
     insert into messages (id, sender, receiver, content) select gen_random_uuid(), id, $1::uuid, firstname from people`,
    [uid, XSS_PAYLOADS],
  );
}
