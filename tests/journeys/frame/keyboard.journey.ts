import { expect, test } from '#tests/support/browser/journey.ts';
import { enterOn } from '#tests/support/browser/keyboard.ts';

test('the first Tab stop skips the header; a new screen’s heading has the focus', async ({ signUp }) => {
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

  await page.route('**/assets/mood-*.js', () => {});
  await page.goto('/status', { waitUntil: 'commit' });
  await enterOn(page, place('Circle'));
  await expect(page.getByRole('heading', { name: 'My Circle' })).toBeFocused();
  await enterOn(page, place('Add'));
  await expect(page.getByRole('heading', { name: 'New Connection Search' })).toBeFocused();
});
