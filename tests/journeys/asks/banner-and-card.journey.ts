import { cardOf, chooses, endsHold, threePeople } from '#tests/support/browser/care.ts';
import { expect, type Person, test } from '#tests/support/browser/journey.ts';

test.use({ undoSeconds: '90' });

const bannerOf = ({ page }: Person) => page.getByRole('region', { name: 'News from a friend' });

/** Records in how many frames the banner and a card of the same ask are shown together. */
async function watchBoth({ page }: Person): Promise<void> {
  await page.evaluate(() => {
    const look = () => {
      const banner = document.querySelector('[data-notice]')?.textContent ?? '';
      const isBoth =
        /Ada (is in bad shape|could really use support)/.test(banner) &&
        [...document.querySelectorAll('main h2')].some((each) => each.textContent === 'Ada could use some support');
      const { dataset } = document.documentElement;
      if (isBoth) dataset.both = String(Number(dataset.both ?? 0) + 1);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const framesOfBoth = ({ page }: Person) => page.evaluate(() => Number(document.documentElement.dataset.both ?? 0));

test('the banner and the card of the same ask are not shown at once', async ({ signUp, app }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await grace.goesTo('/circles');
  await sam.goesTo('/connect');
  await expect(grace.rowOf(ada)).toBeVisible();
  for (const friend of [grace, sam]) await watchBoth(friend);

  // In the hold there is no card yet: the banner says it. Then the card does.
  await chooses(ada, 'Purple');
  await expect(bannerOf(grace)).toContainText('Ada could really use support');
  await expect(cardOf(grace, ada)).toHaveCount(0);
  await endsHold(app, ada);
  await expect(cardOf(grace, ada)).toBeVisible();
  await expect(bannerOf(grace)).toHaveCount(0);
  // A worsening is on the card at once.
  await chooses(ada, 'Dark');
  await expect(grace.rowOf(ada)).toContainText('Dark');
  await expect(cardOf(grace, ada)).toBeVisible();
  await expect(bannerOf(grace)).toHaveCount(0);
  // A screen without cards has the banner; following it to the chat shows the card there alone.
  await expect(bannerOf(sam)).toContainText('Ada is in bad shape');
  await bannerOf(sam).getByRole('link', { name: 'Open chat' }).click();
  await expect(cardOf(sam, ada)).toBeVisible();
  await expect(bannerOf(sam)).toHaveCount(0);
  for (const friend of [grace, sam]) expect(await framesOfBoth(friend)).toBeLessThan(30);
});
