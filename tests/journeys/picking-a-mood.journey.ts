import { expect, type Person, test } from '#tests/support/browser/journey.ts';

async function nothingIsPicked({ page }: Person) {
  await expect(page.getByRole('radio', { checked: false })).toHaveCount(4);
}

test('after a mood is picked, / and /mood confirm it and go to the chats', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.page.clock.install();
  for (const address of ['/', '/mood']) {
    await ada.goesTo(address);
    await ada.picks('Purple');
    await ada.page.clock.fastForward(10_000);
    await expect(ada.page).toHaveURL('/cares');
  }
});

test('/status shares mood after mood without a redirect, and picks none by itself', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.page.clock.install();
  await ada.goesTo('/status');
  const moods = ['Dark', 'Green', 'Purple', 'Yellow'] as const;
  for (const mood of moods) {
    await ada.picks(mood);
    await ada.page.clock.fastForward(10_000);
    await expect(ada.page.getByText(`Your current mood : ${mood}`)).toBeVisible();
    await expect(ada.page).toHaveURL('/status');
    await nothingIsPicked(ada);
  }
  await expect(ada.page.getByRole('radio', { name: 'your mood now' })).toHaveAccessibleName(/^I'm okay, just stressed/);
  const stored = await app.sql('select mood from mood_choices where uid = $1 order by chosen_at', [ada.uid]);
  expect(stored).toEqual(moods.map((mood) => ({ mood })));
});
