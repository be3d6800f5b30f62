import type { Page } from '@playwright/test';
import { threePeople } from '#tests/support/browser/care.ts';
import { fillCircle } from '#tests/support/browser/fill-circle.ts';
import { expect, friendsInChat, ownApp, PATIENTLY, type Person, test } from '#tests/support/browser/journey.ts';
import { PHONE } from '#tests/support/browser/sizes.ts';
import type { App } from '#tests/support/servers/app-process.ts';
import { type MailServer, openMailServer } from '#tests/support/servers/mail-server.ts';
import { checkState } from './check-state.ts';
import { type State, waitUntilSettled } from './state.ts';
import { WALKS } from './states/index.ts';

// A walk takes a minute or two. A busy machine needs much longer.
test.describe.configure({ timeout: 20 * PATIENTLY.timeout });

const MOST_WORDS = 12;

/** Sentences on the screen that are too long for a person in a hard time. What people wrote stands in quotes, and does not count. */
async function longSentences(page: Page): Promise<string[]> {
  const words = await page.locator('body').innerText();
  return words
    .replace(/“.*?”/gs, '')
    .split(/[.!?·\n]+/)
    .filter((sentence) => sentence.trim().split(/\s+/).length > MOST_WORDS);
}

async function walk<People>(states: State<People>[], people: People, isAboutAsks = false): Promise<void> {
  for (const state of states)
    await test.step(`${state.screen}: ${state.name}`, async () => {
      const guest = await state.open(people);
      await waitUntilSettled(guest.page);
      if (isAboutAsks) expect.soft(await longSentences(guest.page), state.name).toEqual([]);
      await checkState(guest, state);
    });
}

test('signed out', async ({ guest, signUp }) => {
  const [visitor, lena] = [await guest(PHONE), await signUp('Lena', 'Novak')];
  const { link } = (await lena.calls('POST', `/api/users/${lena.uid}/invite`, {})) as { link: string };
  await walk(WALKS.signedOut, { visitor, invitation: link });
});

test('a new person', async ({ signUp }) => {
  await walk(WALKS.newPerson, { ada: await signUp('Ada', 'Lovelace', PHONE) });
});

async function fullCircle(signUp: (first: string, last: string, options?: object) => Promise<Person>, app: App) {
  const ada = await signUp('Ada', 'Lovelace', PHONE);
  const friends: Person[] = [];
  for (const name of ['Grace', 'Mei', 'Sam', 'Noor']) friends.push(await signUp(name, 'Wolfeschlegelsteinhausen'));
  await fillCircle(app, ada, friends);
  return { ada, friends };
}

test('a person with a circle', async ({ signUp, app }) => {
  const { ada, friends } = await fullCircle(signUp, app);
  await walk(WALKS.circle, {
    app,
    ada,
    friend: friends[0]!,
    stranger: await signUp('Mei', 'Wolfeschlegelsteinhausen'),
  });
});

test('what the app asks and says', async ({ signUp, app }) => {
  const { ada, friends } = await fullCircle(signUp, app);
  const longName = await signUp('Bartholomew-Maximilian-Alexander', 'Featherstonehaugh');
  await walk(WALKS.notices, { ada, friend: friends[0]!, longName });
});

test.describe('a server that holds calls for support', () => {
  const holding = ownApp({ UNDO_SECONDS: '120' });

  test('asking for support', async ({ signUp, guest }) => {
    const app = holding();
    const people = await threePeople(signUp, { app, ...PHONE });
    const [mei, visitor] = [await signUp('Mei', 'Tanaka', { app }), await guest({ app, ...PHONE })];
    await walk(WALKS.care, { app, ...people, mei, visitor }, true);
  });
});

test('photos', async ({ signUp }) => {
  const [ada, grace] = await friendsInChat(signUp, PHONE);
  await walk(WALKS.photos, { ada, grace, release: () => {} });
});

test.describe('a server that sends mail', () => {
  let mail: MailServer;
  const sending = ownApp(async () => {
    mail = await openMailServer();
    return { SMTP_URL: mail.url, MAIL_FROM: 'moodring@example.com' };
  });
  test.afterAll(() => mail.close());

  test('passwords and emails', async ({ signUp, guest }) => {
    const app = sending();
    const [ada, grace] = [await signUp('Ada', 'Lovelace', { app, ...PHONE }), await signUp('Grace', 'Hopper', { app })];
    const visitor = await guest({ app, ...PHONE });
    await walk(WALKS.recovery, { mail, ada, grace, visitor, link: '' });
  });
});

test.describe('servers that are not set up', () => {
  const silent = ownApp({ GENERAL_MESSAGE_URL: '' });
  const closed = ownApp({ SIGN_UP: 'invite' });

  test('no texts, and sign-up by invitation', async ({ signUp, guest }) => {
    const { ada } = await threePeople(signUp, { app: silent(), ...PHONE });
    const visitor = await guest({ app: silent(), ...PHONE });
    const uninvited = await guest({ app: closed(), ...PHONE });
    await closed().sql(
      `insert into invites (code, expires_at, max_uses) values ('the-operators-own-code', now() + interval '1 day', 1)`,
    );
    await walk(WALKS.notSetUp, { ada, visitor, uninvited, invitation: '/join#the-operators-own-code' });
  });
});
