import type { Browser } from '@playwright/test';
import { signUpOnto, threePeople } from '#tests/support/browser/care.ts';
import { friendsInChat } from '#tests/support/browser/chat/photos.ts';
import { fillCircle } from '#tests/support/browser/fill-circle.ts';
import { expect, ownApp, PATIENTLY, type Person, test } from '#tests/support/browser/journey.ts';
import { Guest } from '#tests/support/people/guest.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { type MailServer, openMailServer } from '#tests/support/servers/mail-server.ts';
import { checkState, PHONE } from './check-state.ts';
import { longSentences } from './long-sentences.ts';
import type { State } from './state.ts';
import { WALKS } from './states/index.ts';

// A walk takes a minute or two. A busy machine needs much longer.
test.describe.configure({ timeout: 20 * PATIENTLY.timeout });

const ON_A_PHONE = { viewport: PHONE };

async function walk<People>(states: State<People>[], people: People, isAboutAsks = false): Promise<void> {
  for (const state of states)
    await test.step(`${state.screen}: ${state.name}`, async () => {
      const guest = await state.open(people);
      if (isAboutAsks) expect.soft(await longSentences(guest.page), state.name).toEqual([]);
      await checkState(guest, state);
    });
}

test('signed out', async ({ guest, signUp }) => {
  const [visitor, lena] = [await guest(ON_A_PHONE), await signUp('Lena', 'Novak')];
  const { link } = (await lena.calls('POST', `/api/users/${lena.uid}/invite`, {})) as { link: string };
  await walk(WALKS.signedOut, { visitor, invitation: link });
});

test('a new person', async ({ signUp }) => {
  await walk(WALKS.newPerson, { ada: await signUp('Ada', 'Lovelace', ON_A_PHONE) });
});

async function fullCircle(signUp: (first: string, last: string, options?: object) => Promise<Person>, app: App) {
  const ada = await signUp('Ada', 'Lovelace', ON_A_PHONE);
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

  test('asking for support', async ({ browser, everybody }) => {
    const signUp = signUpOnto(holding)(browser, everybody);
    const people = await threePeople(signUp, ON_A_PHONE);
    const [mei, visitor] = [await signUp('Mei', 'Tanaka'), await visits(holding(), browser, everybody)];
    await walk(WALKS.care, { app: holding(), ...people, mei, visitor }, true);
  });
});

test('photos', async ({ signUp }) => {
  const [ada, grace] = await friendsInChat(signUp, ON_A_PHONE);
  await walk(WALKS.photos, { ada, grace, release: () => {} });
});

test.describe('a server that sends mail', () => {
  let app: App;
  let mail: MailServer;
  test.beforeAll(async () => {
    mail = await openMailServer();
    app = await App.open({ SMTP_URL: mail.url, MAIL_FROM: 'moodring@example.com' });
  });
  test.afterAll(async () => {
    await app.close();
    await mail.close();
  });

  test('passwords and emails', async ({ browser, everybody }) => {
    const signUp = signUpOnto(() => app)(browser, everybody);
    const [ada, grace] = [await signUp('Ada', 'Lovelace', ON_A_PHONE), await signUp('Grace', 'Hopper')];
    const visitor = await visits(app, browser, everybody);
    await walk(WALKS.recovery, { mail, ada, grace, visitor, link: '' });
  });
});

test.describe('servers that are not set up', () => {
  const silent = ownApp({ GENERAL_MESSAGE_URL: '' });
  const closed = ownApp({ SIGN_UP: 'invite' });

  test('no texts, and sign-up by invitation', async ({ browser, everybody }) => {
    const { ada } = await threePeople(signUpOnto(silent)(browser, everybody), ON_A_PHONE);
    const [visitor, uninvited] = [
      await visits(silent(), browser, everybody),
      await visits(closed(), browser, everybody),
    ];
    await walk(WALKS.notSetUp, { ada, visitor, uninvited });
  });
});

async function visits(app: App, browser: Browser, everybody: Guest[]): Promise<Guest> {
  const visitor = await Guest.open(browser, app.url, ON_A_PHONE);
  everybody.push(visitor);
  return visitor;
}
