import { expect, friends, type Guest, test } from '#tests/support/browser/journey.ts';

const UNEXPECTED = 'Unexpected Application Error!';

async function seesErrorScreen({ page }: Guest) {
  await expect(page.getByRole('heading', { level: 1, name: UNEXPECTED, exact: true })).toBeVisible();
}

test('an unknown address and a thrown error show a screen with a link home', {
  tag: '@core',
}, async ({ signUp }) => {
  const [ada] = await friends(signUp);
  await ada.page.route(`**/api/users/${ada.uid}/connections`, async (route) => {
    const [entry] = await (await route.fetch()).json();
    await route.fulfill({ json: [{ ...entry, mood: 'Plaid' }] });
  });
  ada.expectError(/TypeError/);
  await ada.goesTo('/no/such/place');
  await seesErrorScreen(ada);
  await expect(ada.page.getByRole('main').getByRole('link', { name: 'Helplines' })).toHaveAttribute('href', '/help');
  await ada.page.getByRole('link', { name: 'Go home' }).click();
  await expect(ada.page).toHaveURL('/');
  await expect(ada.page.getByRole('heading', { name: /Welcome to Moodring/ })).toBeVisible();
  await ada.page.getByRole('contentinfo').getByRole('link', { name: 'Circle' }).click();
  await seesErrorScreen(ada);

  await ada.page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  await expect(ada.page.getByRole('heading', { name: 'Hi Ada Lovelace' })).toBeVisible();
});

test("a code chunk that fails to load shows 'Loading chunk failed', until it loads", async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.page.route('**/assets/lists-*.js', (route) => route.abort());
  await ada.goesTo('/status');
  ada.expectError(/net::ERR_FAILED .*lists/);
  ada.expectError(/Loading chunk failed/);
  // By itself, once.
  const reloaded = ada.page.waitForEvent('load');
  await ada.page.getByRole('contentinfo').getByRole('link', { name: 'Circle' }).click();
  await reloaded;
  await seesErrorScreen(ada);
  await expect(ada.page.getByText('Loading chunk failed', { exact: true })).toBeVisible();

  await ada.page.unrouteAll();
  await ada.page.getByRole('button', { name: 'Reload' }).click();
  await expect(ada.page.getByRole('heading', { name: 'My Circle' })).toBeVisible();
});
