import type { Page } from '@playwright/test';
import { expect, PASSWORD, test } from '#tests/support/browser/journey.ts';
import { enterOn, typeInto } from '#tests/support/browser/keyboard.ts';

/** Collects the addresses at which a page shows a form with a password, however shortly, from its next load on. */
async function watchForms(page: Page): Promise<string[]> {
  const forms: string[] = [];
  await page.exposeFunction('formSeen', (address: string) => void forms.push(address));
  await page.addInitScript(() => {
    const { formSeen } = window as unknown as { formSeen: (address: string) => void };
    new MutationObserver(() => {
      if (document.querySelector('input[type=password]')) formSeen(location.pathname);
    }).observe(document, { childList: true, subtree: true });
  });
  return forms;
}

test('signing up, logging in and picking a mood leads to the chats', { tag: '@core' }, async ({ guest }) => {
  const mary = await guest();
  const { page } = mary;
  await page.goto('/circles');
  // In Firefox only the page in front takes the focus.
  await page.bringToFront();
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/signup');
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('At least 8 characters');
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
  await page.getByRole('button', { name: 'Share my mood' }).click();
  await expect(page.getByText('Your current mood : Yellow', { exact: true })).toBeVisible();

  await expect(page).toHaveURL('/cares');
  await expect(page.getByRole('heading', { name: 'My Chats' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Circle' }).click();
  await expect(page.getByText('Hello, Mary Somerville', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Your mood Yellow' })).toBeVisible();
});

test('signing up works by keyboard; a number that texts cannot reach gets a hint', async ({ guest }) => {
  const { page } = await guest();
  await page.goto('/');
  await enterOn(page, page.getByRole('main').getByRole('link', { name: 'Sign up' }));
  await expect(page).toHaveURL('/signup');
  await typeInto(page, {
    'First name': 'Katherine',
    'Last name': 'Johnson',
    Email: `katherine.${Date.now()}@example.com`,
    Password: PASSWORD,
    'Phone number': '12',
  });
  const hint = page.getByText('We can’t text this number.');
  const number = page.getByLabel('Phone number');
  await page.keyboard.press('Tab');
  await expect(hint).toBeVisible();
  await expect(number).toHaveAccessibleDescription(/We can’t text/);
  await number.fill('(415) 555-0143');
  await expect(hint).toBeHidden();
  const isChecked = page.waitForResponse('**/api/phone-numbers/check');
  await page.keyboard.press('Tab');
  await isChecked;
  await expect(hint).toBeHidden();
  await number.fill('900 555 0123');
  await page.keyboard.press('Tab');
  await expect(hint).toBeVisible();
  await enterOn(page, page.getByRole('button', { name: 'Sign Up', exact: true }));
  await expect(page).toHaveURL('/login');
});

test('a signed-in person goes from /login and /signup to /mood without seeing a form', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const { page } = ada;
  const forms = await watchForms(page);
  await ada.goesTo('/circles');
  // At one address this browser does not know yet who is signed in; at the other it does.
  for (const [address, isKnown] of [
    ['/login', false],
    ['/signup', true],
  ] as const) {
    if (!isKnown) await page.evaluate(() => localStorage.removeItem('user'));
    await page.goto(address);
    await expect(page).toHaveURL('/mood');
    await expect(page.getByRole('heading', { name: 'Hi Ada Lovelace, Welcome to Moodring' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/circles');
  }
  expect(forms).toEqual([]);
});
