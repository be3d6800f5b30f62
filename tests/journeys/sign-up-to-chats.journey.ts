import { expect, PASSWORD, test } from '#tests/support/browser/journey.ts';

test('signing up, logging in and picking a mood leads to the chats', async ({ guest, app }) => {
  const mary = await guest();
  const { page } = mary;
  await page.goto('/login');
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/signup');
  await mary.fillsIn(
    {
      'First name': 'Mary',
      'Last name': 'Somerville',
      Email: 'mary@example.com',
      Password: PASSWORD,
      'Phone number': '(415) 555-9001',
    },
    'Sign Up',
  );

  await expect(page).toHaveURL('/login');
  await mary.fillsIn({ Email: 'mary@example.com', Password: PASSWORD }, 'Login');

  await expect(page).toHaveURL('/mood');
  await expect(page.getByRole('heading', { name: 'Hi Mary Somerville, Welcome to Moodring' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Feeling Good – your mood now' })).toBeVisible();
  await page.getByText("I'm okay, just stressed").click();
  await page.getByRole('button', { name: 'Share my mood' }).click();
  await expect(page.getByText('Your current mood : Yellow', { exact: true })).toBeVisible();

  await expect(page).toHaveURL('/cares');
  await expect(page.getByRole('heading', { name: 'My Chats' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Circle' }).click();
  await expect(page.getByText('Hello, Mary Somerville', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Your mood Yellow' })).toBeVisible();

  const stored = await app.sql('select firstname, lastname, initials, phonenumber, name from users where email = $1', [
    'mary@example.com',
  ]);
  expect(stored).toEqual([
    {
      firstname: 'Mary',
      lastname: 'Somerville',
      initials: 'MS',
      phonenumber: '(415) 555-9001',
      name: 'Mary Somerville',
    },
  ]);
});
