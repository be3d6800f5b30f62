import { expect, test } from '../support/journey.ts';

test('the picker lists four moods, and shows the one that is set', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.goesTo('/status');
  const moods = ada.page.getByRole('radio');
  await expect(moods).toHaveCount(4);
  const labels = ['Feeling Good', 'I could really use support', "I'm okay, just stressed", "I'm in bad shape"];
  for (const [index, label] of labels.entries()) await expect(moods.nth(index)).toHaveAccessibleName(label);
  await expect(ada.page.getByRole('radio', { name: 'Feeling Good' })).toBeChecked();

  await ada.picks('Dark');
  await ada.page.reload();
  await expect(ada.page.getByRole('radio', { name: "I'm in bad shape" })).toBeChecked();
});

for (const address of ['/', '/mood']) {
  test(`after a mood is picked on ${address}, it is told, and the chats follow`, async ({ signUp }) => {
    const ada = await signUp('Ada', 'Lovelace');
    await ada.page.clock.install();
    await ada.goesTo(address);
    await ada.picks('Purple');
    await ada.page.clock.fastForward(10_000);
    await expect(ada.page).toHaveURL('/cares');
  });
}

test('on /status a mood can be changed again and again, and nothing follows', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.page.clock.install();
  await ada.goesTo('/status');
  for (const mood of ['Dark', 'Green', 'Purple', 'Yellow'] as const) {
    await ada.picks(mood);
    await ada.page.clock.fastForward(10_000);
    await expect(ada.page.getByText(`Your current mood : ${mood}`)).toBeVisible();
    await expect(ada.page).toHaveURL('/status');
  }
});

test('with no mood picked, none is set', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  // Everybody has a mood from the start; this is somebody whose mood cannot be known.
  const message = `No mood data found for user with UID: ${ada.uid}`;
  await ada.page.route('**/info/mood', (route) =>
    route.fulfill({ status: 404, json: { error: { code: 'not_found', message } } }),
  );
  ada.expectTrouble(/status of 404 .*\/info\/mood/);
  await ada.goesTo('/mood');
  await expect(ada.page.getByRole('radio', { checked: false })).toHaveCount(4);
  await ada.page.getByRole('button', { name: 'Share my mood' }).click();
  await expect(ada.page.getByRole('alert')).toHaveText('Please select a mood that you are surfacing.');
  await expect(ada.page).toHaveURL('/mood');
});
