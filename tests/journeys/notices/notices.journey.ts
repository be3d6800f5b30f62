import { cardOf, chooses } from '#tests/support/browser/care.ts';
import { connected, expect, friends, type Person, test, writes } from '#tests/support/browser/journey.ts';

const bannerOf = ({ page }: Person) => page.getByRole('region', { name: 'News from a friend' });
const announced = ({ page }: Person) => page.locator('div[aria-live=polite].sr-only');

test('a friend’s call and messages are shown, announced, counted and one tap away', async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  const footer = ada.page.getByRole('contentinfo');
  await ada.goesTo('/settings');
  await expect(announced(ada)).toBeAttached();
  await expect(footer.getByRole('link', { name: 'Chats', exact: true })).toBeVisible();
  await expect(ada.page).toHaveTitle('Settings · Moodring');
  await writes(grace, ada, 'One');
  await expect(bannerOf(ada)).toContainText('Grace wrote to you');
  await expect(footer.getByRole('link', { name: 'Chats 1 unread message', exact: true })).toBeVisible();
  await expect(ada.page).toHaveTitle('(1) Settings · Moodring');
  await writes(grace, ada, 'Two');
  await chooses(grace, 'Dark');
  await expect(bannerOf(ada)).toContainText('Grace is in bad shape');
  await expect(announced(ada)).toHaveText('Grace is in bad shape');
  await expect(footer.getByRole('link', { name: 'Chats 2 unread messages', exact: true })).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Circle 1 friend could use support', exact: true })).toBeVisible();
  await chooses(grace, 'Purple');
  await expect(announced(ada)).toHaveText('Grace could use some support');
  await footer.getByRole('link', { name: 'Circle' }).click();
  await expect(ada.page).toHaveTitle('(3) Circle · Moodring');
  await cardOf(ada, grace).getByRole('button', { name: 'Later' }).click();
  await cardOf(ada, grace).getByRole('button', { name: /^At / }).click();
  await expect(cardOf(ada, grace)).toContainText(/Grace sees you’ll reach out (at|tomorrow,) \d/);
  await expect(ada.page).toHaveTitle('(2) Circle · Moodring');
  await footer.getByRole('link', { name: 'Add' }).click();
  await expect(ada.page).toHaveTitle('(2) Add · Moodring');
  await chooses(grace, 'Dark');
  await bannerOf(ada).getByRole('link', { name: 'Open chat' }).click();
  await expect(ada.page).toHaveURL(`/chat/${grace.uid}`);
  await expect(footer.getByRole('link', { name: 'Chats', exact: true })).toBeVisible();

  // None is shown for the open chat.
  await writes(grace, ada, 'Are you there?');
  await expect(ada.messages.filter({ hasText: 'Are you there?' })).toBeVisible();
  await chooses(grace, 'Green');
  await expect(footer.getByRole('link', { name: 'Circle', exact: true })).toBeVisible();
  await expect(bannerOf(ada)).toBeHidden();

  // The greeting is the app's: who connects has not written yet.
  const ben = await signUp('Ben', 'Okafor');
  await connected(ben, ada);
  await expect(bannerOf(ada)).toContainText('Ben joined your circle');
  await writes(ben, ada, 'Hello');
  await expect(bannerOf(ada)).toContainText('Ben wrote to you');
});
