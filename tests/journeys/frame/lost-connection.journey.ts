import { cardOf, chooses, ownCardOf } from '#tests/support/browser/care.ts';
import {
  connected,
  expect,
  friends,
  friendsInChat,
  PATIENTLY,
  type Person,
  test,
  writes,
} from '#tests/support/browser/journey.ts';

/**
 * The browser's console lines about an unreachable server, which the app polls without a live connection. One that starts answers
 * with 503.
 */
const UNREACHABLE = /net::ERR_|WebSocket connection|status of 503/;

/** A list has only its visible items in the document: this height shows all of them. */
const TALL = { viewport: { width: 1280, height: 2000 } };

test.slow();

/** `lines` are Ada's, unless they begin with 'Grace: '. */
async function bothRead(ada: Person, grace: Person, lines: string[]) {
  const byGrace = (line: string) => line.startsWith('Grace: ');
  await expect(ada.messages).toHaveText(
    lines.map((line) => (byGrace(line) ? line : `You: ${line}`)),
    PATIENTLY,
  );
  await expect(grace.messages).toHaveText(
    lines.map((line) => (byGrace(line) ? line.replace('Grace', 'You') : `Ada: ${line}`)),
    PATIENTLY,
  );
  for (const { page } of [ada, grace]) await expect(page.getByRole('log').getByText('On its way')).toBeHidden();
}

test('after an absence a person sees everything, also an answer to their ask', {
  tag: '@core',
}, async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  await grace.goesTo('/circles');
  await expect(grace.rowOf(ada)).toContainText('1 unread message');
  await chooses(grace, 'Purple');
  await expect(ownCardOf(grace)).toContainText('Asking Ada');
  grace.allowError(UNREACHABLE);
  await grace.context.setOffline(true);
  await expect(grace.page.getByText('Reconnecting…')).toBeVisible();

  const mei = await signUp('Mei', 'Tanaka');
  await connected(mei, grace);
  await writes(ada, grace, 'Where are you?');
  await ada.goesTo('/circles');
  await cardOf(ada, grace).getByRole('button', { name: 'I’ll reach out' }).click();
  await expect(cardOf(ada, grace)).toContainText('Grace knows.');
  await chooses(ada, 'Dark');
  await expect(grace.rowOf(ada)).not.toContainText('Check In?');
  await expect(ownCardOf(grace)).not.toContainText('Ada will reach out');

  await grace.context.setOffline(false);
  await expect(grace.rowOf(ada)).toContainText('Check In?', PATIENTLY);
  await expect(grace.rowOf(ada)).toContainText('2 unread messages');
  await expect(grace.rowOf(mei)).toContainText('1 unread message');
  await expect(ownCardOf(grace)).toContainText('Ada will reach out');
  await expect(grace.page.getByText('Reconnecting…')).toBeHidden();
});

test('a server that is killed loses no message and doubles none', { tag: '@core' }, async ({ signUp, app }) => {
  const [ada, grace] = await friendsInChat(signUp, TALL);
  await chooses(grace, 'Purple');
  for (const person of [ada, grace]) person.expectError(UNREACHABLE);

  const numbers = Array.from({ length: 8 }, (_, index) => `Number ${index + 1}`);
  const writing = (async () => {
    for (const number of numbers) await ada.says(number);
  })();
  await expect(grace.messages.filter({ hasText: 'Number 2' })).toBeVisible();
  await app.kill();
  await writing;
  await expect(grace.page.getByText('Reconnecting…')).toBeVisible();
  await app.start();
  // The pauses between tries have grown: the journey of a photo waits for one.
  for (const { page } of [ada, grace]) await page.evaluate(() => window.dispatchEvent(new Event('online')));

  const contents = ['Hey 👋 how are you doing today?', ...numbers];
  await bothRead(ada, grace, contents);
  await grace.says('Here again');
  await bothRead(ada, grace, [...contents, 'Grace: Here again']);
  await Promise.all([ada, grace].map(({ page }) => page.reload()));
  await bothRead(ada, grace, [...contents, 'Grace: Here again']);
  await ada.goesBy('Circle');
  await expect(ada.rowOf(grace).getByTitle('Purple')).toBeVisible();
});
