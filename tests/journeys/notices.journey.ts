import { cardOf } from '#tests/support/browser/care.ts';
import { connected, expect, type Person, test } from '#tests/support/browser/journey.ts';

const bannerOf = ({ page }: Person) => page.getByRole('region', { name: 'News from a friend' });
const announced = ({ page }: Person) => page.locator('div[aria-live=polite].sr-only');

/** Ada on a screen where she sees no friend, and Grace; the greeting between them is read. */
async function two(signUp: (first: string, last: string) => Promise<Person>) {
  const [ada, grace] = [await signUp('Ada', 'Lovelace'), await signUp('Grace', 'Hopper')];
  await connected(ada, grace);
  await ada.goesTo('/settings');
  await expect(announced(ada)).toBeAttached();
  await expect(ada.page.getByText('Reconnecting…')).toBeHidden();
  return { ada, grace };
}

const chooses = (who: Person, mood: string) => who.calls('PUT', `/api/users/${who.uid}/info/mood`, { mood });
const writes = (who: Person, to: Person, content: string) =>
  who.calls('POST', '/api/messages', { id: crypto.randomUUID(), receiver: to.uid, content });

test('a friend who goes Dark or Purple is shown and announced, and the chat is one tap away', async ({ signUp }) => {
  const { ada, grace } = await two(signUp);
  await chooses(grace, 'Dark');
  await expect(bannerOf(ada)).toContainText('Grace is in bad shape');
  await expect(announced(ada)).toHaveText('Grace is in bad shape');
  await chooses(grace, 'Purple');
  await expect(bannerOf(ada)).toContainText('Grace could really use support');
  await bannerOf(ada).getByRole('link', { name: 'Open chat' }).click();
  await expect(ada.page).toHaveURL(`/chat/${grace.uid}`);
  await expect(bannerOf(ada)).toBeHidden();
});

test('a burst of messages is one banner, which can be closed, and none is shown for the open chat', async ({
  signUp,
}) => {
  const { ada, grace } = await two(signUp);
  for (let n = 0; n < 5; n++) await writes(grace, ada, `Hello ${n}`);
  await expect(bannerOf(ada)).toContainText('Grace wrote to you');
  await expect(bannerOf(ada)).toHaveCount(1);
  await bannerOf(ada).getByRole('button', { name: 'Close' }).click();
  await expect(bannerOf(ada)).toBeHidden();

  await ada.opensChatWith(grace);
  await writes(grace, ada, 'Are you there?');
  await expect(ada.messages.filter({ hasText: 'Are you there?' })).toBeVisible();
  await chooses(grace, 'Dark');
  await expect(ada.page.getByRole('main').getByText('Dark').first()).toBeAttached();
  await expect(bannerOf(ada)).toBeHidden();
});

test('after the banner was closed, the focus is where it was', async ({ signUp }) => {
  const { ada, grace } = await two(signUp);
  const field = ada.page.getByLabel('First name');
  await field.focus();
  await writes(grace, ada, 'Hello');
  await bannerOf(ada).getByRole('button', { name: 'Close' }).click();
  await expect(bannerOf(ada)).toBeHidden();
  await expect(field).toBeFocused();
});

test('a call for support comes before a message that is shown; both have their turn', async ({ signUp }) => {
  const { ada, grace } = await two(signUp);
  const sam = await signUp('Sam', 'Reed');
  await connected(ada, sam);
  await writes(sam, ada, 'Hello');
  await expect(bannerOf(ada)).toContainText('Sam wrote to you');
  await chooses(grace, 'Dark');
  await expect(bannerOf(ada)).toContainText('Grace is in bad shape');
  await bannerOf(ada).getByRole('button', { name: 'Close' }).click();
  await expect(bannerOf(ada)).toContainText('Sam wrote to you');
});

test('the banner goes after eight seconds, but not under the pointer or with the focus in it', async ({ signUp }) => {
  const { ada, grace } = await two(signUp);
  await ada.page.clock.install();
  await ada.page.goto('/settings');
  await ada.page.clock.runFor(2_000);
  await expect(announced(ada)).toBeAttached();
  await chooses(grace, 'Dark');
  await expect(async () => {
    await ada.page.clock.runFor(100);
    await expect(bannerOf(ada)).toBeVisible({ timeout: 500 });
  }).toPass();
  await bannerOf(ada).getByText('Grace is in bad shape').hover();
  await ada.page.clock.runFor(20_000);
  await expect(bannerOf(ada)).toBeVisible();
  await bannerOf(ada).getByRole('link', { name: 'Open chat' }).focus();
  await ada.page.mouse.move(5, 800);
  await ada.page.clock.runFor(20_000);
  await expect(bannerOf(ada)).toBeVisible();
  await ada.page.getByRole('heading', { level: 1 }).focus();
  await ada.page.clock.runFor(9_000);
  await expect(bannerOf(ada)).toBeHidden();
});

test('the footer counts unread messages and shows a heart, in words for screen readers; the title counts both', async ({
  signUp,
}) => {
  const { ada, grace } = await two(signUp);
  const footer = ada.page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Chats', exact: true })).toBeVisible();
  await expect(ada.page).toHaveTitle('Settings · Moodring');
  await writes(grace, ada, 'One');
  await expect(footer.getByRole('link', { name: 'Chats 1 unread message', exact: true })).toBeVisible();
  await expect(ada.page).toHaveTitle('(1) Settings · Moodring');
  await writes(grace, ada, 'Two');
  await chooses(grace, 'Dark');
  await expect(footer.getByRole('link', { name: 'Chats 2 unread messages', exact: true })).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Circle 1 friend could use support', exact: true })).toBeVisible();
  await bannerOf(ada).getByRole('button', { name: 'Close' }).click();
  await footer.getByRole('link', { name: 'Circle' }).click();
  await expect(ada.page).toHaveTitle('(3) Circle · Moodring');
  await cardOf(ada, grace).getByRole('button', { name: 'I’ll reach out' }).click();
  await expect(ada.page).toHaveTitle('(2) Circle · Moodring');
  await ada.rowOf(grace).click();
  await expect(ada.page).toHaveTitle(/^Chat with Grace/);
  await expect(footer.getByRole('link', { name: 'Chats', exact: true })).toBeVisible();
  await chooses(grace, 'Green');
  await expect(footer.getByRole('link', { name: 'Circle', exact: true })).toBeVisible();
});

test('the badge of the app counts unread messages and asks without an answer, and goes with the session', async ({
  signUp,
}) => {
  const { ada, grace } = await two(signUp);
  await ada.page.addInitScript(() => {
    const badges: number[] = [];
    Object.assign(window, { badges });
    Object.assign(navigator, { setAppBadge: async (count: number) => void badges.push(count) });
  });
  const badge = () => ada.page.evaluate(() => (window as unknown as { badges: number[] }).badges.at(-1));
  await ada.goesTo('/settings');
  await writes(grace, ada, 'One');
  await expect.poll(badge).toBe(1);
  await chooses(grace, 'Purple');
  await expect.poll(badge).toBe(2);
  await ada.page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  await expect(ada.page.getByText('How are you feeling right now?')).toBeVisible();
  await ada.signsOut();
  await expect.poll(badge).toBe(0);
  await expect(ada.page).toHaveTitle(/^(?!\()/);
});
