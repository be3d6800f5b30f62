import { expect, test } from '#tests/support/browser/journey.ts';

test("a code chunk that fails to load shows 'Loading chunk failed', until it loads", async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.page.route('**/assets/lists-*.js', (route) => route.abort());
  await ada.goesTo('/status');
  ada.expectError(/net::ERR_FAILED .*lists/);
  ada.expectError(/Loading chunk failed/);
  // By itself, once.
  const reloaded = ada.page.waitForEvent('load');
  await ada.goesBy('Circle');
  await reloaded;
  await expect(ada.page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(ada.page.getByText('Loading chunk failed', { exact: true })).toBeVisible();

  await ada.page.unrouteAll();
  await ada.page.getByRole('button', { name: 'Reload' }).click();
  await expect(ada.page.getByRole('heading', { name: 'My Circle' })).toBeVisible();
});
