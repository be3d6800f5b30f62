import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { nameOfColour } from '#tests/support/browser/colour.ts';
import { ADA, openApp } from '#tests/support/components/open-app.tsx';

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
  const shown = page.getByRole('main').getByText(message);
  await expect.element(shown).toBeVisible();
  expect(nameOfColour(getComputedStyle(shown.element()).color)).toBe('red');
  const button = document.querySelector('form button[type=submit]')!;
  expect(shown.element().getBoundingClientRect().y, 'it stands under the form').toBeGreaterThan(
    button.getBoundingClientRect().y,
  );
}

async function fills(fields: Record<string, string>, button: string) {
  for (const [label, text] of Object.entries(fields)) await page.getByLabelText(label, { exact: true }).fill(text);
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
}

test.each(['/login', '/', '/mood', '/status', '/circles', '/cares', '/connect'])(
  "signed out, %s shows the login form and the provider's message, and /mood follows",
  async (address) => {
    opensSignedOut(address);
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Sign up' }))
      .toHaveAttribute('href', '/signup');
    await fills({ Email: ADA.email, Password: 'not the password' }, 'Login');
    await readsInRed('Invalid email or password');
    expect(location.pathname).toBe(address);
    await fills({ Password: 'correct horse battery' }, 'Login');
    await expect.element(page.getByRole('heading', { name: 'Hi Ada Lovelace, Welcome to Moodring' })).toBeVisible();
    expect(location.pathname).toBe('/mood');
  },
);

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
