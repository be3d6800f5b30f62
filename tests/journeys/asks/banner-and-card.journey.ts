import { barOf, cardOf, chooses, endsHold, threePeople } from '#tests/support/browser/care.ts';
import { expect, type Person, test } from '#tests/support/browser/journey.ts';

test.use({ undoSeconds: '90' });

const bannerOf = ({ page }: Person) => page.getByRole('region', { name: 'News from a friend' });

test('in the hold a friend sees the mood and ‘Check In?’ alone', async ({ signUp, app }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await grace.goesTo('/circles');
  await sam.goesTo('/connect');
  await expect(grace.rowOf(ada)).toBeVisible();
  await expect(sam.page.locator('div[aria-live=polite].sr-only')).toBeAttached();
  await ada.goesTo('/status');
  const titles = new Map<Person, string>();
  for (const friend of [grace, sam]) titles.set(friend, await friend.page.title());

  await chooses(ada, 'Purple');
  await expect(grace.rowOf(ada)).toContainText('Check In?');
  await expect(grace.rowOf(ada)).toContainText('Purple');
  await expect(grace.rowOf(ada)).toContainText('could really use some support.');
  await expect(barOf(ada)).toContainText('Friends see Purple.');
  for (const friend of [grace, sam]) {
    await expect(bannerOf(friend)).toHaveCount(0);
    await expect(friend.page.getByText('Can you help out?')).toHaveCount(0);
    await expect(friend.page.getByRole('contentinfo').getByText('could use support')).toHaveCount(0);
    await expect(cardOf(friend, ada)).toHaveCount(0);
    expect(await friend.page.title()).toBe(titles.get(friend));
  }

  await endsHold(app, ada);
  await expect(cardOf(grace, ada)).toBeVisible();
  await expect(grace.rowOf(ada)).toContainText('Can you help out?');
  await expect(bannerOf(sam)).toContainText('Ada could use some support');
  // A screen with the card needs no banner. Nor does a worsening.
  await chooses(ada, 'Dark');
  await endsHold(app, ada);
  await expect(cardOf(grace, ada)).toContainText('Ada is in bad shape');
  await expect(bannerOf(grace)).toHaveCount(0);
  await expect(bannerOf(sam)).toContainText('Ada is in bad shape');
  await bannerOf(sam).getByRole('link', { name: 'Open chat' }).click();
  await expect(cardOf(sam, ada)).toBeVisible();
  await expect(bannerOf(sam)).toHaveCount(0);
});
