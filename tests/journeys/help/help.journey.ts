import { expect, test } from '#tests/support/browser/journey.ts';
import { leavesQuickly } from '#tests/support/browser/leaves-quickly.ts';

test('/help works without scripts: countries open, numbers can be called', { tag: '@core' }, async ({ guest }) => {
  const { page } = await guest({ javaScriptEnabled: false });
  await page.goto('/help');
  await expect(page.getByRole('heading', { name: 'Talk to someone now' })).toBeVisible();
  const call = page.getByRole('link', { name: 'Call 988' });
  // The United States are this installation's country. Canada's line has the same number and is closed.
  await expect(call).toHaveCount(1);
  await expect(call).toBeVisible();
  await expect(call).toHaveAttribute('href', 'tel:988');
  await expect(page.getByText('United Kingdom')).toBeHidden();
  await page.getByText('All countries').click();
  await page.locator('summary', { hasText: 'United Kingdom' }).click();
  await expect(page.getByRole('link', { name: 'Text SHOUT to 85258' })).toHaveAttribute('href', 'sms:85258?body=SHOUT');
  await expect(page.getByRole('link', { name: 'Call 999' }).first()).toBeVisible();
  await expect(page.getByText('Not every line here was checked by a person.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'findahelpline.com' })).toBeVisible();
});

test('/help opens the country of the browser’s language first', async ({ guest }) => {
  const { page } = await guest({ locale: 'en-AT' });
  await page.goto('/help');
  const first = page.locator('details').first();
  await expect(first.locator('summary')).toHaveText('Austria');
  await expect(first.getByRole('link', { name: 'Call 142' })).toBeVisible();
  await expect(page.locator('#country-US')).not.toHaveAttribute('open');
});

test('Leave quickly replaces /help; a language alone names no country', {
  tag: '@core',
}, async ({ guest }) => {
  const stranger = await guest({ locale: 'en' });
  await leavesQuickly(stranger, '/help', '/login');
  await stranger.goesTo('/help');
  await expect(stranger.page.locator('details').first().locator('summary')).toHaveText('United States');
});
