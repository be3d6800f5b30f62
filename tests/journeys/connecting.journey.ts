import { expect, test } from '#tests/support/browser/journey.ts';

test('connecting sends a greeting and a text, and shows both people to each other', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Murrayhopper');
  await grace.goesTo('/circles');
  await expect(grace.page.getByRole('heading', { name: 'Nobody here yet' })).toBeVisible();

  await ada.goesTo('/connect');
  await ada.page.getByPlaceholder('Search by first or last name.').fill('Murrayhopper');
  await ada.page.getByRole('button', { name: 'Search' }).click();
  await ada.page.getByRole('button', { name: 'Connect', exact: true }).first().click();
  await expect(ada.page).toHaveURL('/circles/');

  await expect(grace.rowOf(ada)).toContainText('1 unread message');
  await grace.rowOf(ada).click();
  await expect(grace.messages).toHaveText(['Ada: Hey 👋 how are you doing today?']);

  await expect
    .poll(() => app.textsTo(grace.phonenumber))
    .toEqual([`Grace, your new connection Ada just sent you a message on Moodring ${app.url}`]);
  expect(app.textsTo(ada.phonenumber)).toEqual([]);
});
