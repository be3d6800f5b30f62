import { barOf, losesChoices, ownCardOf, shares } from '#tests/support/browser/care.ts';
import { expect, friends, type Person, test } from '#tests/support/browser/journey.ts';

const UNREACHABLE = /net::ERR_|NS_ERROR|WebSocket|can’t establish a connection/;
const NOBODY_ASKED = 'You’re offline, so nobody has been asked yet. We keep trying for 10 minutes.';

const moodsOf = (person: Person): [string, unknown[]] => [
  'select mood from mood_choices where uid = $1 order by chosen_at',
  [person.uid],
];

const UNKNOWN = 'No connection. Your friends may not be asked yet. We keep trying.';

/** The browser is offline as far as moods go: the page itself can still be loaded. */
async function cutOff(person: Person): Promise<() => Promise<void>> {
  const goOffline = () => Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
  await person.page.addInitScript(goOffline);
  await person.page.evaluate(goOffline);
  return losesChoices(person);
}

test('a call for support waits without a connection, and is sent once', { tag: '@core' }, async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp);
  await ada.goesTo('/status');
  const restore = await cutOff(ada);
  await shares(ada, "I'm in bad shape");
  await expect(barOf(ada)).toContainText(NOBODY_ASKED);
  await expect(barOf(ada).getByRole('link', { name: 'Helplines' })).toHaveAttribute('href', '/help');

  await ada.page.reload();
  await expect(barOf(ada)).toContainText(NOBODY_ASKED);
  await ada.goesBy('Circle');
  await expect(barOf(ada)).toContainText(NOBODY_ASKED);
  await barOf(ada).getByText('Call a friend').click();
  await expect(barOf(ada).getByRole('link', { name: 'Grace Hopper' })).toHaveAttribute(
    'href',
    `tel:${grace.phonenumber}`,
  );

  await restore();
  await ada.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(ownCardOf(ada)).toContainText('Asking Grace');
  await expect(barOf(ada)).toBeEmpty();
  expect(await app.sql(...moodsOf(ada))).toEqual([{ mood: 'Dark' }]);
  await expect.poll(() => app.textsTo(grace.phonenumber).filter((text) => text.includes('dark'))).toHaveLength(1);
  await expect(ownCardOf(ada).getByRole('button', { name: 'I’m OK now' })).toBeVisible();
  await expect(ada.page.getByRole('main').getByRole('link', { name: 'Your mood Dark' })).toBeVisible();
});

test('a waiting choice can be cancelled by keyboard; the newest one is sent', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.goesTo('/status');
  await expect(barOf(ada)).toBeAttached();
  ada.allowError(UNREACHABLE);
  await ada.context.setOffline(true);
  await shares(ada, 'I could really use support');
  await expect(barOf(ada)).toContainText(NOBODY_ASKED);
  await barOf(ada).getByRole('button', { name: 'Cancel' }).focus();
  await ada.page.keyboard.press('Enter');
  await expect(barOf(ada)).toBeEmpty();

  await shares(ada, "I'm in bad shape");
  await expect(barOf(ada)).toContainText(NOBODY_ASKED);
  await shares(ada, "I'm okay, just stressed");
  await expect(barOf(ada)).toContainText('Waiting for a connection.');
  await expect(barOf(ada).getByRole('link', { name: 'Helplines' })).toHaveAttribute('href', '/help');
  await ada.context.setOffline(false);
  await expect(barOf(ada)).toContainText('Your current mood : Yellow');
  await expect(ada.page.getByRole('radio', { name: "I'm okay, just stressed – your mood now" })).toBeVisible();
  await ada.page.reload();
  await ada.picks('Green');
  expect(await app.sql(...moodsOf(ada))).toEqual([{ mood: 'Yellow' }, { mood: 'Green' }]);
});

test('on / the words about the friends go along to the chats', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace', { viewport: { width: 390, height: 844 } });
  await ada.goesTo('/');
  await ada.picks('Dark');
  const words = 'Nobody is asked. You can talk to someone right now.';
  // Once: below the moods until the bar has come, then in the card.
  await expect(ada.page.getByText(words)).toHaveCount(1);
  await expect(ada.page).toHaveURL('/cares');
  await expect(ownCardOf(ada)).toContainText(words);
  await expect(ownCardOf(ada).getByRole('link', { name: 'Helplines' })).toBeVisible();
  // The screen of the choice has announced it.
  await expect(barOf(ada)).toBeEmpty();
});

test('of a call whose answer is lost the screen says so, and tries again', {
  tag: '@core',
}, async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp);
  await ada.goesTo('/status');
  ada.allowError(UNREACHABLE);
  // The server stores it; its answer and its live event do not arrive.
  await ada.page.route('**/api/asks', (route) => route.abort());
  await ada.page.route('**/info/mood', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await shares(ada, "I'm in bad shape");
  await expect(barOf(ada)).toContainText(UNKNOWN);
  await expect(barOf(ada).getByRole('link', { name: 'Helplines' })).toHaveAttribute('href', '/help');
  expect(await app.sql(...moodsOf(ada))).toEqual([{ mood: 'Dark' }]);
  // A retry may be under way.
  await ada.page.unrouteAll({ behavior: 'wait' });
  await ada.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(barOf(ada)).toContainText('Asking Grace');
  await expect(barOf(ada)).not.toContainText(UNKNOWN);
  expect(await app.sql(...moodsOf(ada))).toEqual([{ mood: 'Dark' }]);
  await expect.poll(() => app.textsTo(grace.phonenumber).filter((text) => text.includes('dark'))).toHaveLength(1);
});
