import { expect, friends, test } from '#tests/support/browser/journey.ts';

test('/status shares mood after mood, and friends see them without a reload', {
  tag: '@core',
}, async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  await grace.goesTo('/circles');
  await expect(grace.rowOf(ada)).toContainText('is new here.');

  await ada.page.clock.install();
  await ada.goesTo('/status');
  await ada.picks('Purple');
  await expect(grace.rowOf(ada)).toContainText('could really use some support');
  await expect(grace.rowOf(ada)).toContainText('Check In?');
  await expect(grace.rowOf(ada).getByTitle('Purple')).toBeVisible();

  await ada.page.clock.fastForward(10_000);
  await expect(ada.page).toHaveURL('/status');
  await expect(ada.page.getByRole('radio', { checked: false })).toHaveCount(4);
  await ada.picks('Yellow');
  await expect(grace.rowOf(ada)).toContainText('is okay, just stressed.');
  await expect(grace.rowOf(ada)).not.toContainText('Check In?');
});
