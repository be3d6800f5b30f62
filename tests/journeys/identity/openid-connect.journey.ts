import { expect, ownApp, test } from '#tests/support/browser/journey.ts';
import { type OpenidProvider, openOpenidProvider } from '#tests/support/servers/openid-provider.ts';

let provider: OpenidProvider;
const settings: Record<string, string> = {};
test.beforeAll(async () => {
  provider = await openOpenidProvider();
  const { issuer, clientId, clientSecret, name } = provider.settings;
  Object.assign(settings, {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name,
  });
});
test.afterAll(() => provider.close());
const app = ownApp(settings);

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

test('who has ended log-ins with the provider is told so there, and can allow them again', async ({
  guest,
  signUp,
}) => {
  const ada = await signUp('Ada', 'Byron', { app: app() });
  await app().sql('update users set email_verified = true where id = $1', [ada.uid]);
  provider.person = { sub: 'byron', email: ada.email, email_verified: true };
  const somewhere = await guest({ app: app() });
  somewhere.expectError(new RegExp(`a request to another site: ${provider.settings.issuer}`));
  const { page } = somewhere;
  const goOn = page.getByRole('main').getByRole('button', { name: 'Continue with Our Home' });
  await page.goto('/login');
  await goOn.click();
  await expect(page.getByRole('heading', { name: 'Hi Ada Byron, Welcome to Moodring' })).toBeVisible();

  await ada.goesTo('/settings/you');
  await expect(ada.page.getByText('Our Home lets you in, too.')).toBeVisible();
  await ada.page.getByRole('button', { name: 'End that' }).click();
  await expect(ada.page.getByText('Our Home no longer lets you in.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toBeVisible();
  await goOn.click();
  await expect(page.getByText('You have ended this kind of log-in.')).toBeVisible();

  await ada.page.getByRole('button', { name: 'Allow it again' }).click();
  await expect(ada.page.getByText('Our Home no longer lets you in.')).toBeHidden();
  await goOn.click();
  await expect(page.getByRole('heading', { name: 'Hi Ada Byron, Welcome to Moodring' })).toBeVisible();
});
