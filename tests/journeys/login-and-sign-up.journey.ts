import { expect, ownApp, PASSWORD, test } from '#tests/support/browser/journey.ts';
import { Guest } from '#tests/support/people/guest.ts';

for (const address of ['/login', '/signup']) {
  test(`a signed-in person goes from ${address} to /mood without seeing its form`, async ({ signUp }) => {
    const ada = await signUp('Ada', 'Lovelace');
    const { page } = ada;
    let forms = 0;
    await page.exposeFunction('formSeen', () => void forms++);
    await page.addInitScript(() => {
      const { formSeen } = window as unknown as { formSeen: () => void };
      new MutationObserver(() => {
        if (document.querySelector('input[type=password]')) formSeen();
      }).observe(document, { childList: true, subtree: true });
    });
    // The first time this browser does not know yet who is signed in; the second time it does.
    for (const before of ['/circles', '/status']) {
      await ada.goesTo(before);
      await page.goto(address);
      await expect(page).toHaveURL('/mood');
      await expect(page.getByRole('heading', { name: 'Hi Ada Lovelace, Welcome to Moodring' })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(before);
      await page.evaluate(() => localStorage.removeItem('user'));
    }
    expect(forms).toBe(0);
  });
}

test('the sign-up hints at a number that texts cannot reach, and takes it', async ({ guest }) => {
  const mary = await guest();
  const { page } = mary;
  await page.goto('/signup');
  const hint = page.getByText('That is not a phone number that texts can reach. You can sign up all the same.');
  const number = page.getByLabel('Phone number');
  for (const [typed, isHinted] of [
    ['12', true],
    ['(415) 555-0143', false],
    ['hello', true],
    ['', false],
    ['900 555 0123', true],
  ] as const) {
    await number.fill(typed);
    await expect(hint).toBeHidden();
    const isChecked = typed !== '' && page.waitForResponse('**/api/phone-numbers/check');
    await page.getByLabel('First name').focus();
    await isChecked;
    await expect(hint).toBeVisible({ visible: isHinted });
  }
  await expect(number).toHaveAccessibleDescription(/not a phone number/);
  const email = `mary.${Date.now()}@example.com`;
  await mary.fillsIn({ 'First name': 'Mary', Email: email, Password: PASSWORD }, 'Sign Up');
  await expect(page).toHaveURL('/login');
});

test('/login follows a sign-up, /mood follows the login, and Back does not return to the form', async ({ guest }) => {
  const mary = await guest();
  const { page } = mary;
  const email = `mary.${Date.now()}@example.com`;
  await page.goto('/circles');
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await mary.fillsIn({ 'First name': 'Mary', Email: email, Password: PASSWORD }, 'Sign Up');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeFocused();
  await mary.fillsIn({ Password: PASSWORD }, 'Login');
  await expect(page).toHaveURL('/mood');
  await page.goBack();
  await expect(page).toHaveURL('/mood');
  await expect(page.getByRole('heading', { name: 'Hi Mary, Welcome to Moodring' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/circles');
});

test('/signup moves the focus to its heading', async ({ guest }) => {
  const { page } = await guest();
  await page.goto('/login');
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeFocused();
});

test('/signup shows its form if the settings of the installation cannot be fetched', async ({ guest }) => {
  const stranger = await guest();
  stranger.expectError(/net::ERR_FAILED .*installation/);
  await stranger.page.route('**/api/installation', (route) => route.abort());
  await stranger.goesTo('/signup');
  await expect(stranger.page.getByRole('button', { name: 'Sign Up', exact: true })).toBeVisible();
  await stranger.goesTo('/message');
  await expect(stranger.page.getByText('Goes out just as you write it.', { exact: true })).toBeVisible();
});

test.describe(() => {
  const app = ownApp({ SIGN_UP: 'closed', DEFAULT_COUNTRY: 'CA', TEXT_COUNTRIES: 'GB,DE' });

  test('a closed installation says so instead of the form, and /message names the countries of its texts', async ({
    browser,
  }) => {
    const stranger = await Guest.open(browser, app().url, {});
    const { page } = stranger;
    const forms: string[] = [];
    await page.exposeFunction('formSeen', (label: string) => void forms.push(label));
    await page.addInitScript(() => {
      const { formSeen } = window as unknown as { formSeen: (label: string) => void };
      new MutationObserver(() => {
        const button = document.querySelector('button[type=submit]');
        if (button) formSeen(button.textContent);
      }).observe(document, { childList: true, subtree: true });
    });
    await stranger.goesTo('/signup');
    await expect(
      page.getByText('Sign-up is closed here. Ask the person who runs it for an account.', { exact: true }),
    ).toBeVisible();
    await expect(page).toHaveTitle('Sign Up · Moodring');
    expect(forms).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/login');
    await stranger.goesTo('/message');
    await expect(
      page.getByText('Goes to phones in Canada, the UK and Germany, just as you write it.', { exact: true }),
    ).toBeVisible();
    expect(stranger.unexpectedErrors()).toEqual([]);
    await stranger.context.close();
  });
});
