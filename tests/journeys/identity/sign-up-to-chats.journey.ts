import { expect, PASSWORD, test } from '#tests/support/browser/journey.ts';
import { enterOn, typeInto } from '#tests/support/browser/keyboard.ts';

test('signing up by keyboard, logging in and picking a mood leads to the chats', { tag: '@core' }, async ({
  guest,
}) => {
  const mary = await guest();
  const { page } = mary;
  await page.goto('/circles');
  // In Firefox only the page in front takes the focus.
  await page.bringToFront();
  await enterOn(page, page.getByRole('main').getByRole('link', { name: 'Sign up' }));
  await expect(page).toHaveURL('/signup');
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('At least 8 characters');
  await typeInto(page, {
    'First name': 'Mary',
    'Last name': 'Somerville',
    Email: 'mary@example.com',
    Password: PASSWORD,
    'Phone number': '(415) 555-9001',
  });
  await enterOn(page, page.getByRole('button', { name: 'Sign Up', exact: true }));

  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeFocused();
  // The email is filled in already.
  await mary.fillsIn({ Password: PASSWORD }, 'Login');

  await expect(page).toHaveURL('/mood');
  await expect(page.getByRole('heading', { name: 'Hi Mary Somerville, Welcome to Moodring' })).toBeVisible();
  // Back does not return to a form.
  await page.goBack();
  await expect(page).toHaveURL('/mood');
  await page.goBack();
  await expect(page).toHaveURL('/circles');
  await page.goForward();
  await expect(page.getByRole('radio', { name: 'Feeling Good', exact: true })).toBeVisible();
  await page.getByText("I'm okay, just stressed").click();
  // It stays for less than a second, so the page looks for it in each frame.
  await Promise.all([
    page.waitForFunction(() => document.body.textContent.includes('Your current mood : Yellow')),
    page.getByRole('button', { name: 'Share my mood' }).click(),
  ]);

  await expect(page).toHaveURL('/cares');
  await expect(page.getByRole('heading', { name: 'My Chats' })).toBeVisible();
  await mary.goesBy('Circle');
  await expect(page.getByText('Hello, Mary Somerville', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Your mood Yellow' })).toBeVisible();
});
