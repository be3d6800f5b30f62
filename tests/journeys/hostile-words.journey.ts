import { Client, PASSWORD } from '../support/client.ts';
import { expect, type Guest, type Person, test } from '../support/journey.ts';
import { PAYLOADS } from '../support/payloads.ts';

// Every journey fails on a line in the console, where the content security policy reports, and on a request to elsewhere.

test('50 people who would run something in my browser are people with odd names, and nothing more', async ({
  signUp,
  app,
}) => {
  const ada = await signUp('Ada', 'Lovelace');
  const ran = await watch(ada);
  const authors = await inTurns(PAYLOADS, (payload, place) => befriend(app.url, ada, payload, place));
  expect(authors).toHaveLength(50);
  const main = ada.page.getByRole('main');
  await ada.goesTo('/status');
  await ada.page.evaluate(() => alert('as one of them would'));
  await expect.poll(() => ran.splice(0)).toHaveLength(1);

  for (const [address, list] of [
    ['/circles', 'Your connections'],
    ['/cares', 'Your chats'],
  ] as const) {
    await ada.goesTo(address);
    await expect(main.getByRole('listitem'), list).toHaveCount(50);
    await shows(ada, PAYLOADS);
  }

  await ada.goesTo('/connect');
  await ada.page.getByPlaceholder('Search by first or last name.').fill('Odd');
  await ada.page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(main.getByRole('listitem')).toHaveCount(50);
  await shows(ada, PAYLOADS);

  for (const { client, uid, payload } of authors.filter(isTenth)) {
    await ada.goesTo(`/chat/${uid}`);
    await expect(ada.page.getByRole('heading', { name: `Chat with ${payload}`, exact: true })).toBeVisible();
    await shows(ada, [`${payload}: ${payload}`]);
    await client.post('/api/messages', { id: crypto.randomUUID(), receiver: ada.uid, content: `Live ${payload}` });
    await shows(ada, [`${payload}: Live ${payload}`]);
  }

  const [{ client, payload: name, uid }] = authors as [(typeof authors)[0]];
  await ada.goesTo(`/chat/${uid}`);
  for (const payload of PAYLOADS) {
    await client.post('/api/messages', { id: crypto.randomUUID(), receiver: ada.uid, content: payload });
    await shows(ada, [`${name}: ${payload}`]);
  }
  expect(ran).toEqual([]);
});

const NUMBER = '+1 415 555 0123';

test('nor does anything run of what somebody writes themself: names, messages, texts, addresses', async ({
  signUp,
  app,
}) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  const ran = await watch(ada);
  await grace.calls('PUT', `/api/users/${grace.uid}/connections/${ada.uid}`, {});
  await ada.goesTo(`/chat/${grace.uid}`);
  const some = PAYLOADS.filter(isTenth);
  for (const payload of some) {
    await ada.says(payload);
    await expect(ada.messages.last()).toHaveText(`You: ${payload}`);
  }
  await expect.poll(() => app.sql('select from messages where sender = $1', [ada.uid])).toHaveLength(some.length);
  await ada.page.reload();
  await expect(ada.messages.last()).toHaveText(`You: ${some.at(-1)}`);

  await ada.goesTo('/message');
  for (const payload of some) {
    await ada.fillsIn({ 'Phone number': NUMBER, Message: payload }, 'Send Message');
    await expect(ada.page.getByText(`Your message to ${NUMBER} is on its way.`, { exact: true })).toBeVisible();
    await expect.poll(() => app.textsTo(NUMBER)).toContain(payload);
  }

  for (const payload of some) {
    await renames(ada, payload);
    await ada.goesTo('/status');
    await shows(ada, [`Hi ${payload} ${payload}, Welcome to`]);
    await ada.goesTo(`/chat/${encodeURIComponent(payload)}?next=${encodeURIComponent(payload)}`);
    await expect(ada.page.getByRole('heading', { name: 'You are not connected yet' })).toBeVisible();
  }
  expect(ran).toEqual([]);
});

/** A few of different kinds, where each takes its time. */
const isTenth = (_: unknown, place: number) => place % 10 === 2;

/** Whatever calls `alert` in this browser, or is kept from running by the policy, on whichever page. */
async function watch({ context }: Guest): Promise<string[]> {
  const ran: string[] = [];
  await context.exposeFunction('tell', (what: string) => void ran.push(what));
  await context.addInitScript(() => {
    const { tell } = window as unknown as { tell: (what: string) => void };
    window.alert = () => tell(`alert at ${location.href}`);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      tell(`${violatedDirective} ${blockedURI}`),
    );
  });
  return ran;
}

/** As a form of the app would. */
async function renames({ page }: Guest, name: string): Promise<void> {
  const status = await page.evaluate(async (name) => {
    const body = JSON.stringify({ firstname: name, lastname: name });
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/identity/update-user', { method: 'POST', headers, body })).status;
  }, name);
  expect(status).toBe(200);
}

/** Each stands there letter by letter. */
async function shows({ page }: Guest, texts: readonly string[]): Promise<void> {
  await expect(async () => {
    const shown = await page.getByRole('main').textContent();
    expect(texts.filter((text) => !shown?.includes(text))).toEqual([]);
  }).toPass({ timeout: 10_000 });
}

/** Signs somebody up whose name, number and message are a payload, and who is connected with `person`. */
async function befriend(origin: string, person: Person, payload: string, place: number) {
  const author = new Client(origin);
  const email = `odd.${place}.${person.uid}@example.com`;
  const profile = { name: payload, firstname: payload, lastname: `Odd${place}`, phonenumber: payload.slice(0, 40) };
  await author.post('/api/identity/sign-up/email', { ...profile, email, password: PASSWORD });
  const { body } = await author.signIn(email, PASSWORD);
  const uid: string = body.user.id;
  await author.put(`/api/users/${uid}/connections/${person.uid}`);
  const message = { id: crypto.randomUUID(), receiver: person.uid, content: payload };
  expect((await author.post('/api/messages', message)).status).toBe(200);
  return { client: author, uid, payload };
}

/** A few at a time: each waits for two hashes of a password. */
async function inTurns<Item, Made>(items: readonly Item[], make: (item: Item, place: number) => Promise<Made>) {
  const made: Made[] = [];
  for (let place = 0; place < items.length; place += 5) {
    const some = items.slice(place, place + 5);
    made.push(...(await Promise.all(some.map((item, index) => make(item, place + index)))));
  }
  return made;
}
