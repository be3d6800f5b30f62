import { connected, expect, test } from '#tests/support/browser/journey.ts';

test("a friend's new mood appears without a reload", { tag: '@core' }, async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await grace.goesTo('/circles');
  await expect(grace.rowOf(ada)).toContainText('is feeling good.');

  await ada.goesTo('/status');
  await ada.picks('Purple');
  await expect(grace.rowOf(ada)).toContainText('could really use some support');
  await expect(grace.rowOf(ada)).toContainText('Check In?');
  await expect(grace.rowOf(ada).getByTitle('Purple')).toBeVisible();

  await ada.picks('Yellow');
  await expect(grace.rowOf(ada)).toContainText('is okay, just stressed.');
  await expect(grace.rowOf(ada)).not.toContainText('Check In?');
});
