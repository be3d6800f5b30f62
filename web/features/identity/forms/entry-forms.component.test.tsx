import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { nameOfColour } from '#tests/support/browser/colour.ts';
import { ADA, friend, openApp } from '#tests/support/components/open-app.tsx';

const refuse = (status: number, message: string) => () => Response.json({ code: 'REFUSED', message }, { status });

/** Opens an address without a session. The first sign-in is refused. */
function opensSignedOut(address: string, more = {}) {
  let isSignedIn = false;
  let attempts = 0;
  openApp(address, [], {
    'GET /api/identity/get-session': () => Response.json(isSignedIn ? { user: ADA } : null),
    'POST /api/identity/sign-in/email': () => {
      attempts += 1;
      if (attempts === 1) return refuse(401, 'Invalid email or password')();
      isSignedIn = true;
      return Response.json({});
    },
    'GET /api/installation': {},
    ...more,
  });
}

async function readsInRed(message: string) {
  const shown = await page.getByRole('main').getByText(message).findElement();
  expect(nameOfColour(getComputedStyle(shown).color)).toBe('red');
  const button = document.querySelector('form button[type=submit]')!;
  expect(shown.getBoundingClientRect().y, 'it stands under the form').toBeGreaterThan(button.getBoundingClientRect().y);
}

async function fills(fields: Record<string, string>, button: string) {
  for (const [label, text] of Object.entries(fields)) await page.getByLabelText(label, { exact: true }).fill(text);
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
}

test.each(['/login', '/', '/mood', '/status', '/cares', '/connect'])(
  'signed out, %s shows the login form',
  async (address) => {
    opensSignedOut(address);
    const main = page.getByRole('main');
    await expect.element(main.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
    expect(location.pathname).toBe(address);
  },
);

test("signed out, /circles shows the provider's message, and /mood follows the login", async () => {
  opensSignedOut('/circles');
  await fills({ Email: ADA.email, Password: 'not the password' }, 'Login');
  await readsInRed('Invalid email or password');
  expect(location.pathname).toBe('/circles');
  await fills({ Password: 'correct horse battery' }, 'Login');
  await expect.element(page.getByRole('heading', { name: 'Hi Ada Lovelace, Welcome to Moodring' })).toBeVisible();
  expect(location.pathname).toBe('/mood');
});

test('signed out, a chat has its own login form, and opens after the login', async () => {
  opensSignedOut('/chat/grace', {
    'GET /api/users/ada/connections': [friend('Grace', 'Hopper')],
  });
  const main = page.getByRole('main');
  await expect.element(main.getByText('Please log in to use the chat system.')).toBeVisible();
  await expect.poll(() => document.title).toBe('Chat · Moodring');
  await expect.element(main.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
  await expect
    .element(main.getByRole('link', { name: 'Forgot your password?' }))
    .toHaveAttribute('href', '/forgot-password');
  await fills({ Email: ADA.email, Password: 'not the password' }, 'Log in');
  await readsInRed('Invalid email or password');
  await fills({ Password: 'correct horse battery' }, 'Log in');
  await expect.element(page.getByRole('heading', { name: 'Chat with Grace' })).toBeVisible();
  expect(location.pathname).toBe('/chat/grace');
});

test.each([
  [400, 'Invalid email'],
  [400, 'Password too short'],
  [422, 'User already exists. Use another email.'],
])("/signup shows the provider's message %i %s", async (status, message) => {
  opensSignedOut('/signup', { 'POST /api/identity/sign-up/email': refuse(status, message) });
  await fills({ 'First name': 'Ada', Email: 'ada' }, 'Sign Up');
  await readsInRed(message);
  expect(location.pathname).toBe('/signup');
});

test.each([
  ['closed', 'Sign-up is closed here. Ask the person who runs it for an account.'],
  ['invite', 'You need an invitation to sign up here. Ask a friend for their link.'],
])('where sign-up is %s, /signup says so instead of the form', async (signUp, words) => {
  opensSignedOut('/signup', { 'GET /api/installation': { signUp } });
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.poll(() => document.title).toBe('Sign Up · Moodring');
  expect(document.querySelector('input[type=password]')).toBeNull();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await expect.element(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test.each([
  ['/signup', 'Create your account'],
  ['/message', 'Goes out just as you write it.'],
])('when the settings of the installation cannot be fetched, the form of %s is there', async (address, words) => {
  opensSignedOut(address, { 'GET /api/installation': () => Promise.reject(new TypeError('Failed to fetch')) });
  await expect.element(page.getByText(words)).toBeVisible();
  expect(document.querySelector('form')).not.toBeNull();
});

test.each([
  ['taken', 'An account here has this email. Please log in as you did before.'],
  ['ended', 'You have ended this kind of log-in.'],
  ['__proto__', 'That log-in did not work. Please try again.'],
])('the provider of the operator has a button, and a log-in that it refused (%s) says why', async (error, words) => {
  opensSignedOut(`/login?error=${error}`, { 'GET /api/installation': { signInWith: 'Our Home' } });
  await expect.element(page.getByRole('button', { name: 'Continue with Our Home' })).toBeVisible();
  await readsInRed(words);
});

test('the first page says in three lines what Moodring does; other log-in forms do not', async () => {
  opensSignedOut('/');
  const pitch = page.getByRole('list', { name: 'What Moodring does' });
  await expect.poll(() => pitch.getByRole('listitem').elements()).toHaveLength(3);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await expect.poll(() => location.pathname).toBe('/login');
  await expect.element(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect.element(pitch).not.toBeInTheDocument();
});

test('signed out, the link of an email asks to log in, and is used then', async () => {
  opensSignedOut('/confirm-email#the-link', {
    'POST /api/recovery/email': (sent: object) => Response.json({ ...sent, email: ADA.email }),
  });
  await expect.element(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await fills({ Email: ADA.email, Password: 'not the password' }, 'Log in');
  await readsInRed('Invalid email or password');
  await fills({ Password: 'correct horse battery' }, 'Log in');
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect.element(page.getByRole('heading', { name: 'Your email is confirmed' })).toHaveFocus();
  await expect.element(page.getByText(`You log in with ${ADA.email}.`)).toBeVisible();
  const settings = page.getByRole('link', { name: 'Go to the settings' });
  await expect.element(settings).toHaveAttribute('href', '/settings/you');
});

test('where no mail is sent, who has forgotten the password reads whom to ask', async () => {
  opensSignedOut('/forgot-password', { 'GET /api/installation': { resetBy: ['text'] } });
  await expect
    .element(page.getByText(/^No confirmed phone\? The person who runs this Moodring can make/))
    .toBeVisible();
});

test.each([
  ['/login', true],
  ['/signup', true],
  ['/login', false],
])(
  'a signed-in person sees no form on %s, and goes on to /mood in its place; known before: %s',
  async (address, isKnown) => {
    let forms = 0;
    const watch = new MutationObserver(() => {
      forms += document.querySelectorAll('input[type=password]').length;
    });
    watch.observe(document, { childList: true, subtree: true });
    onTestFinished(() => watch.disconnect());
    const { id: uid, name: displayName, ...user } = ADA;
    if (isKnown) localStorage.setItem('user', JSON.stringify({ uid, displayName, ...user }));
    const entries = history.length;
    openApp(address);
    await expect.element(page.getByRole('heading', { name: 'Hi Ada Lovelace, Welcome to Moodring' })).toBeVisible();
    expect([location.pathname, history.length, forms]).toEqual(['/mood', entries, 0]);
  },
);

test('a link for another account sets its password, and who is logged in stays so', async () => {
  const sent: object[] = [];
  openApp('/new-password#the-link', [], {
    'POST /api/recovery/link/owner': { email: 'grace@example.com' },
    'POST /api/recovery/password': (body: object) => {
      sent.push(body);
      return Response.json({ ok: true });
    },
  });
  const whose = `You are logged in here as ${ADA.email}. This link is for another account; you stay logged in.`;
  await expect.element(page.getByText(whose)).toBeVisible();
  await fills({ 'New password': 'tangerine kettle' }, 'Set my new password');
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect.element(page.getByRole('heading', { name: 'Hi Ada Lovelace, Welcome to Moodring' })).toBeVisible();
  expect(sent).toEqual([{ token: 'the-link', password: 'tangerine kettle' }]);
});

test('/message sends what was typed as it is, and shows a refusal in red', async () => {
  const sent: object[] = [];
  opensSignedOut('/message', {
    'POST /api/texts/general': (text: object) => {
      sent.push(text);
      if (sent.length > 1) return Response.json({});
      return Response.json({ error: { code: 'not_signed_in', message: 'User is not signed in.' } }, { status: 401 });
    },
  });
  const text = { phoneNumber: '(020) 7946 0018', message: '  Dear friend,\n\n“é” & <b>me</b>: 100% 👋  ' };
  await fills({ 'Phone number': text.phoneNumber, Message: text.message }, 'Send Message');
  await readsInRed('User is not signed in.');
  await fills({}, 'Send Message');
  await expect.element(page.getByText('Your message to (020) 7946 0018 is on its way.')).toBeVisible();
  expect(sent).toEqual([text, text]);
});
