import { colourOf } from '#tests/support/browser/colour.ts';
import { connected, expect, PASSWORD, test } from '#tests/support/browser/journey.ts';

test('the chat has its own login form and error, and opens after the login', async ({ signUp, guest }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(grace, ada);
  const visitor = await guest();
  await visitor.goesTo(`/chat/${grace.uid}`);
  await expect(visitor.page.getByText('Please log in to use the chat system.', { exact: true })).toBeVisible();
  await expect(visitor.page).toHaveTitle('Chat · Moodring');
  const other = (name: string) => visitor.page.getByRole('main').getByRole('link', { name });
  await expect(other('Sign up')).toHaveAttribute('href', '/signup');
  await expect(other('Forgot your password?')).toHaveAttribute('href', '/forgot-password');

  visitor.expectError(/status of 401 .*sign-in/);
  await visitor.fillsIn({ Email: ada.email, Password: 'not the password' }, 'Log in');
  const error = visitor.page.getByRole('main').getByText('Invalid email or password', { exact: true });
  await expect(error).toBeVisible();
  await expect.poll(() => colourOf(error, 'color')).toBe('red');

  await visitor.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Log in');
  await expect(visitor.page.getByRole('heading', { name: 'Chat with Grace' })).toBeVisible();
  await expect(visitor.page).toHaveURL(`/chat/${grace.uid}`);
});

test('a sign-out cancels what is being fetched, so that no answer comes without a session', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const signedOut = Promise.withResolvers<void>();
  await ada.page.addInitScript(() => {
    const send = window.fetch;
    const cancelled: string[] = [];
    Object.assign(window, { cancelled });
    window.fetch = (address, options) => {
      options?.signal?.addEventListener('abort', () => cancelled.push(String(address)));
      return send(address, options);
    };
  });
  const cancelled = () => ada.page.evaluate(() => (window as unknown as { cancelled: string[] }).cancelled);
  // The server gets it after the sign-out, and would answer 401, which this journey would find in the console.
  await ada.page.route('**/connections', async (route) => {
    await signedOut.promise;
    await route.continue().catch(() => {});
  });
  const fetched = ada.page.waitForRequest('**/connections');
  await ada.goesTo('/circles');
  await fetched;
  await ada.signsOut();
  await expect.poll(cancelled).toContain(`/api/users/${ada.uid}/connections`);
  signedOut.resolve();
  await expect(ada.page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('a sign-out in another tab gives the focus to the login form, also before all code has arrived', {
  tag: '@firefox',
}, async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await ada.goesTo('/circles');
  const signedOut = Promise.withResolvers<void>();
  const otherTab = await ada.context.newPage();
  await otherTab.route('**/late-parts-*.js', async (route) => {
    await signedOut.promise;
    await route.continue().catch(() => {});
  });
  const held = otherTab.waitForRequest('**/late-parts-*.js');
  await otherTab.goto(`/chat/${grace.uid}`);
  await otherTab.getByLabel('Your message').focus();
  await held;
  await ada.page.bringToFront();
  await ada.signsOut();
  await expect(otherTab.getByText('Please log in to use the chat system.')).toBeVisible();
  await otherTab.bringToFront();
  await expect(otherTab.getByRole('heading', { name: 'Chat' })).toBeFocused();
  signedOut.resolve();
});
