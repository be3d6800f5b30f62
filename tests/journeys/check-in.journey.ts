import { colourOf } from '#tests/support/browser/colour.ts';
import { connected, expect, test } from '#tests/support/browser/journey.ts';

for (const address of ['/circles', '/cares']) {
  test(`'Check In?' on ${address} appears for Dark and Purple, disappears for Green and Yellow, and opens the chat`, async ({
    signUp,
  }) => {
    const ada = await signUp('Ada', 'Lovelace');
    const grace = await signUp('Grace', 'Hopper');
    await connected(grace, ada);
    await grace.goesTo(address);
    await ada.goesTo('/status');
    const row = grace.rowOf(ada);
    for (const [mood, colour, asks] of [
      ['Dark', 'black', true],
      ['Yellow', 'yellow', false],
      ['Purple', 'purple', true],
      ['Green', 'green', false],
    ] as const) {
      await ada.picks(mood);
      const bubble = row.getByTitle(mood);
      await expect(bubble).toHaveText(mood);
      await expect.poll(() => colourOf(bubble, 'background-color')).toBe(colour);
      await expect(row.getByText('Check In?', { exact: true })).toHaveCount(asks ? 1 : 0);
    }

    await ada.picks('Purple');
    await row.getByText('Check In?').click();
    await expect(grace.page).toHaveURL(`/chat/${ada.uid}`);
    await expect(grace.page.getByRole('heading', { name: 'Chat with Ada' })).toBeVisible();
  });
}
