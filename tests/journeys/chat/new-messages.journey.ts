import { chooses } from '#tests/support/browser/care.ts';
import { fillConversation } from '#tests/support/browser/chat/fill-conversation.ts';
import { distanceFromBottom, waitForStillness } from '#tests/support/browser/chat/message-list.ts';
import { expect, friends, type Person, test, writes } from '#tests/support/browser/journey.ts';
import type { App } from '#tests/support/servers/app-process.ts';

/** Ada with messages of Grace alone. The last `unread` are unread. */
async function withMessages(app: App, ada: Person, grace: Person, messages: number, unread: number) {
  await fillConversation(app, ada, grace, { messages, unread, isOwn: 'false' });
}

const logOf = ({ page }: Person) => page.getByRole('log');
const lineOf = (person: Person) => logOf(person).getByText('New messages', { exact: true });
const messageOf = (person: Person, number: number) => logOf(person).getByText(new RegExp(`Message ${number}$`));
const newestButtonOf = ({ page }: Person) =>
  page.getByRole('button', { name: /^(New messages \(\d+\)|Go to the newest message)$/ });

const unreadOf = (app: App, person: Person) =>
  app.sql('select from messages where receiver = $1 and not read', [person.uid]);

/** Writes a number of messages, one after another. */
async function writesMany(from: Person, to: Person, words: string, count: number) {
  for (let n = 1; n <= count; n += 1) await writes(from, to, `${words} ${n}`);
}

/** Simulates another tab in front, or a locked screen. */
async function setVisibility(person: Person, visibility: 'hidden' | 'visible') {
  await person.page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);
}

test('a chat opens at its new messages, under a line', {
  tag: ['@core', '@firefox'],
}, async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp);
  await withMessages(app, ada, grace, 80, 30);
  await ada.opensChatWith(grace);
  await expect(lineOf(ada)).toBeInViewport();
  await expect(messageOf(ada, 50)).toBeInViewport();
  await expect(messageOf(ada, 51)).toBeInViewport();
  await expect(messageOf(ada, 80)).not.toBeInViewport();

  await expect.poll(() => unreadOf(app, ada)).toEqual([]);
  await expect(newestButtonOf(ada)).toHaveText('New messages (30)');
  await writes(grace, ada, 'One more');
  await expect(newestButtonOf(ada)).toHaveText('New messages (31)');
  await expect(messageOf(ada, 51)).toBeInViewport();

  // In Firefox only the page in front takes the focus.
  await ada.page.bringToFront();
  await newestButtonOf(ada).click();
  await expect(logOf(ada).getByText('One more')).toBeInViewport();
  await expect(newestButtonOf(ada)).toBeHidden();
  await expect(ada.messageBox).toBeFocused();
  await logOf(ada).hover();
  await expect(async () => {
    await ada.page.mouse.wheel(0, -300);
    await waitForStillness(logOf(ada));
    await expect(lineOf(ada)).toBeInViewport({ timeout: 100 });
  }).toPass({ intervals: [100] });

  await ada.opensChatWith(grace);
  await expect(logOf(ada).getByText('One more')).toBeInViewport();
  await expect(lineOf(ada)).toHaveCount(0);
});

for (const [what, messages, unread, first] of [
  // As many as fit by their estimated heights, not by their real ones.
  ['that turn out too high for the screen', 80, 8, 73],
  ['that begin before the newest page', 300, 180, 121],
  // 50 messages of the newest page and 20 older pages.
  ['beyond twenty older pages at the oldest message that was fetched', 1400, 1390, 1400 - 50 - 20 * 50 + 1],
] as const)
  test(`a chat opens at new messages ${what}`, async ({ signUp, app }) => {
    const [ada, grace] = await friends(signUp);
    await withMessages(app, ada, grace, messages, unread);
    await ada.goesTo(`/chat/${grace.uid}`);
    await expect(lineOf(ada)).toBeInViewport();
    await expect(messageOf(ada, first)).toBeInViewport();
    await expect(messageOf(ada, messages)).not.toBeInViewport();
    await expect(newestButtonOf(ada)).toHaveText(`New messages (${messages - first + 1})`);
    await expect.poll(() => unreadOf(app, ada)).toEqual([]);
  });

test('a few new messages are all in sight, and the list stays at its bottom', async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp);
  await withMessages(app, ada, grace, 40, 2);
  await ada.opensChatWith(grace);
  await expect(lineOf(ada)).toBeInViewport();
  await expect(messageOf(ada, 40)).toBeInViewport();
  await expect.poll(() => distanceFromBottom(logOf(ada))).toBeLessThan(2);
  await expect(newestButtonOf(ada)).toBeHidden();
  await writesMany(grace, ada, 'And another', 12);
  await expect(logOf(ada).getByText('And another 12')).toBeInViewport();
  await expect.poll(() => distanceFromBottom(logOf(ada))).toBeLessThan(2);
});

test('an answer of several lines keeps the end of the chat in sight while it is typed', async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp, { viewport: { width: 390, height: 664 } });
  await withMessages(app, ada, grace, 30, 0);
  await ada.opensChatWith(grace);
  await writes(grace, ada, 'How was it?');
  await expect(ada.messages.last()).toHaveText('Grace: How was it?');
  const fromEnd = () => distanceFromBottom(logOf(ada));
  await ada.messageBox.fill('Good.\nLong.\nAnd then we');
  await ada.messageBox.press('End');
  for (const letter of ' met Mei') {
    await ada.page.keyboard.type(letter);
    await expect.poll(fromEnd).toBeLessThanOrEqual(1);
  }
  await writes(grace, ada, 'Mei?\nMei from the choir?\nThat Mei?');
  await expect(ada.messages.last()).toContainText('Mei from the choir?');
  await expect.poll(fromEnd).toBeLessThanOrEqual(1);
});

test('away from the bottom new messages move nothing, and a button leads to them', async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp);
  await withMessages(app, ada, grace, 80, 0);
  await ada.opensChatWith(grace);
  const log = logOf(ada);
  await expect(messageOf(ada, 80)).toBeInViewport();
  await expect(newestButtonOf(ada)).toBeHidden();
  await log.hover();
  await ada.page.mouse.wheel(0, -1500);
  await expect(newestButtonOf(ada)).toHaveAccessibleName('Go to the newest message');
  await expect.poll(() => distanceFromBottom(log)).toBeGreaterThan(1000);
  await waitForStillness(log);
  const place = () => log.evaluate((list) => list.scrollTop);
  const before = await place();

  for (const [words, count] of [
    ['Are you there?', 1],
    ['It can wait', 2],
  ] as const) {
    await writes(grace, ada, words);
    await expect(newestButtonOf(ada)).toHaveText(`New messages (${count})`);
  }
  expect(Math.abs((await place()) - before)).toBeLessThan(3);
  await ada.page.bringToFront();
  await newestButtonOf(ada).focus();
  await ada.page.keyboard.press('Enter');
  await expect(log.getByText('It can wait')).toBeInViewport();
  await expect(newestButtonOf(ada)).toBeHidden();
  await expect(ada.messageBox).toBeFocused();
});

test('messages that come while nobody looks stay unread', {
  tag: ['@core', '@firefox'],
}, async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp);
  await withMessages(app, ada, grace, 40, 0);
  await ada.opensChatWith(grace);
  await expect(messageOf(ada, 40)).toBeInViewport();
  await expect(lineOf(ada)).toHaveCount(0);
  await setVisibility(ada, 'hidden');
  await writesMany(grace, ada, 'While away', 25);
  // All have come to the browser.
  await expect(ada.rowOf(grace)).toContainText('While away 25');
  expect(await unreadOf(app, ada)).toHaveLength(25);

  await setVisibility(ada, 'visible');
  await expect(lineOf(ada)).toBeInViewport();
  await expect(logOf(ada).getByText(/While away 1$/)).toBeInViewport();
  await expect.poll(() => unreadOf(app, ada)).toEqual([]);
  await expect(lineOf(ada)).toBeInViewport();
});

test('an opened chat is read, also when it is left before all has come', {
  tag: '@firefox',
}, async ({ signUp, app }) => {
  const [, grace] = await friends(signUp);
  // Late parts wait for an idle moment, in Safari for a second.
  await grace.page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await grace.page.route('**/api/messages?with=*', () => {});
  await grace.goesTo('/cares');
  const row = grace.page.getByRole('link', { name: /Ada Lovelace/ });
  await expect(row).toContainText('1 unread message');
  await row.click();
  await expect(grace.page.getByRole('heading', { name: 'Chat with Ada' })).toBeVisible();
  await grace.goesBy('Chats');
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('unread');
  await expect.poll(() => unreadOf(app, grace)).toEqual([]);
});

test('the count stays away while the call that marks the messages read is on its way', async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp);
  const { page } = grace;
  let isConnected = false;
  await page.routeWebSocket('**/api/live', (socket) => (isConnected ? socket.connectToServer() : socket.close()));
  const released = Promise.withResolvers<void>();
  await page.route('**/api/messages/read', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/cares');
  const row = page.getByRole('main').getByRole('link', { name: /Ada Lovelace/ });
  await expect(row).toContainText('1 unread message');
  await row.click();
  await expect(page.getByRole('heading', { name: 'Chat with Ada' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Chats' }).click();
  await expect(row).not.toContainText('unread');

  // The list is fetched again once the connection is there. That answer shows the mood, and still counts the message.
  await chooses(ada, 'Purple');
  isConnected = true;
  await expect(row).toContainText('Check In?');
  await expect(row).not.toContainText('unread');
  released.resolve();
  await expect.poll(() => unreadOf(app, grace)).toEqual([]);
  await expect(row).not.toContainText('unread');
});
