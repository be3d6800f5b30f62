import { colourOf } from '#tests/support/browser/colour.ts';
import { expect, type Guest, PASSWORD, test } from '#tests/support/browser/journey.ts';

async function readsInRed({ page }: Guest, message: string) {
  const shown = page.getByRole('main').getByText(message, { exact: true });
  await expect(shown).toBeVisible();
  await expect.poll(() => colourOf(shown, 'color')).toBe('red');
  const button = await page.locator('form').getByRole('button').last().boundingBox();
  expect((await shown.boundingBox())!.y, 'it stands under the form').toBeGreaterThan(button!.y);
}

test("/login shows the provider's message about a wrong password", async ({ signUp, guest }) => {
  const { email } = await signUp('Ada', 'Lovelace');
  const ada = await guest();
  ada.expectError(/status of 401 .*sign-in/);
  await ada.goesTo('/login');
  await ada.fillsIn({ Email: email, Password: 'not the password' }, 'Login');
  await readsInRed(ada, 'Invalid email or password');
  await expect(ada.page).toHaveURL('/login');

  await ada.fillsIn({ Password: PASSWORD }, 'Login');
  await expect(ada.page).toHaveURL('/mood');
});

test("/signup shows the provider's messages about its fields", async ({ signUp, guest }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const twin = await guest();
  await twin.goesTo('/signup');
  twin.expectError(/status of 400 .*sign-up/);
  await twin.fillsIn({ 'First name': 'Ada', 'Last name': 'Byron', Email: 'no address', Password: 'short' }, 'Sign Up');
  await readsInRed(twin, 'Invalid email');
  await twin.fillsIn({ Email: `new.${ada.email}` }, 'Sign Up');
  await readsInRed(twin, 'Password too short');

  twin.expectError(/status of 422 .*sign-up/);
  await twin.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Sign Up');
  await readsInRed(twin, 'User already exists. Use another email.');
  await expect(twin.page).toHaveURL('/signup');
});
