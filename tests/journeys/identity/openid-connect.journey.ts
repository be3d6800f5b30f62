import { expect, ownApp, test } from '#tests/support/browser/journey.ts';
import { type OpenidProvider, openOpenidProvider } from '#tests/support/servers/openid-provider.ts';

let provider: OpenidProvider;
const app = ownApp(async () => {
  provider = await openOpenidProvider();
  const { issuer, clientId, clientSecret, name } = provider.settings;
  return { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name };
});
test.afterAll(() => provider.close());

const GRACE = { sub: 'grace', email: 'grace@home.example', email_verified: true, name: 'Grace Hopper' };
const ADA = { sub: 'ada', email: 'ada@home.example', email_verified: false, name: 'Ada Lovelace' };

test('people log in with the provider of the operator, one after the other; a taken email has its password', async ({
  guest,
}) => {
  const somebody = await guest({ app: app() });
  const { page } = somebody;
  somebody.expectError(new RegExp(`a request to another site: ${provider.settings.issuer}`));
  const main = page.getByRole('main');
  const goOn = main.getByRole('button', { name: 'Continue with Our Home' });
  const logOut = async (initials: string) => {
    await page.getByRole('button', { name: `${initials}, your account` }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(main.getByRole('button', { name: 'Login' })).toBeVisible();
  };

  provider.person = GRACE;
  await page.goto('/signup');
  await goOn.click();
  await expect(page.getByRole('heading', { name: 'Hi Grace Hopper, Welcome to Moodring' })).toBeVisible();
  await expect(page).toHaveURL('/mood');
  await logOut('GH');

  provider.person = ADA;
  await page.goto('/login');
  await goOn.click();
  await expect(page.getByRole('heading', { name: 'Hi Ada Lovelace, Welcome to Moodring' })).toBeVisible();
  await logOut('AL');

  provider.person = { ...GRACE, sub: 'another', email_verified: false };
  await page.goto('/login');
  await goOn.click();
  const refusal = main.getByText('An account here has this email. Please log in as you did before.');
  await expect(refusal).toBeVisible();
  provider.person = undefined;
  await goOn.click();
  await expect(main.getByText('That log-in was stopped. You can try again.')).toBeVisible();
  await expect(refusal).toBeHidden();
});
