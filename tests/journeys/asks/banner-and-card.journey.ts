import { cardOf, chooses, threePeople } from '#tests/support/browser/care.ts';
import { expect, type Person, test } from '#tests/support/browser/journey.ts';

const bannerOf = ({ page }: Person) => page.getByRole('region', { name: 'News from a friend' });

/** Records for how long the banner and a card of the same ask are shown together, in ms. */
async function watchBoth({ page }: Person): Promise<void> {
  await page.evaluate(() => {
    // biome-ignore lint/plugin: how long both are shown is what is tested
    let before = performance.now();
    const look = (now: number) => {
      const banner = document.querySelector('[data-notice]')?.textContent ?? '';
      const isBoth =
        /Ada (is in bad shape|could really use support)/.test(banner) &&
        [...document.querySelectorAll('main h2')].some((each) => each.textContent === 'Ada could use some support');
      const { dataset } = document.documentElement;
      if (isBoth) dataset.bothMs = String(Number(dataset.bothMs ?? 0) + now - before);
      before = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const togetherMs = ({ page }: Person) => page.evaluate(() => Number(document.documentElement.dataset.bothMs ?? 0));

test('the banner and the card of the same ask are not shown at once', async ({ signUp, app }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await app.sql('update users set hold_seconds = 3 where id = $1', [ada.uid]);
  await grace.goesTo('/circles');
  await sam.goesTo('/connect');
  await expect(grace.rowOf(ada)).toBeVisible();
  for (const friend of [grace, sam]) await watchBoth(friend);

  // In the hold there is no card yet: the banner says it. Then the card does.
  await chooses(ada, 'Purple');
  await expect(bannerOf(grace)).toContainText('Ada could really use support');
  await expect(cardOf(grace, ada)).toHaveCount(0);
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
  for (const friend of [grace, sam]) expect(await togetherMs(friend)).toBeLessThan(500);
});
