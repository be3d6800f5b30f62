import { expect, PASSWORD, test } from '#tests/support/browser/journey.ts';
import { enterOn, tabTo, typeInto } from '#tests/support/browser/keyboard.ts';

test('logging in, picking a mood, connecting, chatting and signing out work with the keyboard alone', async ({
  signUp,
  guest,
}) => {
  const { email } = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', `Hopper${Date.now()}`);
  const { page } = await guest();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const place = (name: string) => page.getByRole('contentinfo').getByRole('link', { name });
  await page.goto('/login');
  await typeInto(page, { Email: email, Password: PASSWORD });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/mood');

  await enterOn(page, page.getByRole('radio', { name: 'Feeling Good' }));
  await expect(page.getByRole('alert')).toHaveText('Please select a mood that you are surfacing.');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'I could really use support' })).toBeFocused();
  await expect(page.getByRole('radio', { name: 'I could really use support' })).toBeChecked();
  await expect(page.getByRole('alert')).toBeEmpty();
  await enterOn(page, button('Ask my friends for support'));
  await expect(page.getByText('Your current mood : Purple')).toBeVisible();
  await expect(page).toHaveURL('/cares');

  await enterOn(page, place('Add'));
  await tabTo(page, page.getByPlaceholder('Search by first or last name.'));
  await page.keyboard.type(grace.displayName.slice(-16));
  await page.keyboard.press('Enter');
  await enterOn(page, button('Connect'));
  await expect(page).toHaveURL('/circles/');

  await enterOn(page, page.getByRole('main').getByRole('link', { name: grace.displayName }));
  await expect(page.getByRole('heading', { name: 'Chat with Grace' })).toBeVisible();
  await tabTo(page, page.getByPlaceholder('Type your message...'));
  await page.keyboard.type('First line');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('second line');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText('You: First line second line')).toBeVisible();
  await page.keyboard.type('The focus stays here');
  await enterOn(page, button('Send'));
  await expect(page.getByRole('log').getByText('You: The focus stays here')).toBeVisible();

  await enterOn(page, page.getByRole('button', { name: 'your account' }));
  await page.keyboard.press('Escape');
  await expect(button('Sign out')).toBeHidden();
  await expect(page.getByRole('button', { name: 'your account' })).toBeFocused();
  await page.keyboard.press('Enter');
  await enterOn(page, button('Sign out'));
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('the first Tab stop skips the header; after a change of screen its heading has the focus, even if the screen before never loaded', async ({
  signUp,
}) => {
  const { page } = await signUp('Ada', 'Lovelace');
  const place = (name: string) => page.getByRole('contentinfo').getByRole('link', { name });
  await page.goto('/status');
  await expect(page.getByRole('radio', { name: 'Feeling Good' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Feeling Good' })).toBeFocused();

  await page.route('**/assets/status-screen-*.js', () => {});
  await page.goto('/status', { waitUntil: 'commit' });
  await enterOn(page, place('Circle'));
  await expect(page.getByRole('heading', { name: 'My Circle' })).toBeFocused();
  await enterOn(page, place('Add'));
  await expect(page.getByRole('heading', { name: 'New Connection Search' })).toBeFocused();
});
