import { launchOptions } from '#fixtures/chromium.ts';
import { expect, type Guest, test } from '#tests/support/browser/journey.ts';

// With scrollbars that take room, as on most desktops; Playwright hides them by default.
test.use({ launchOptions: { ...launchOptions(), ignoreDefaultArgs: ['--hide-scrollbars'] } });

/** The horizontal positions of the frame's parts. */
function framePositions({ page }: Guest) {
  return page.evaluate(() => {
    const left = (selector: string) => document.querySelector(selector)!.getBoundingClientRect().left;
    const { clientHeight, scrollHeight } = document.documentElement;
    return {
      scrolls: scrollHeight > clientHeight,
      places: {
        headerEnd: document.querySelector('header')!.getBoundingClientRect().right,
        account: left('header button'),
        navigation: left('footer a'),
        heading: left('main h1'),
      },
    };
  });
}

test('header, content and footer keep their place on screens with and without a scrollbar', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const { page } = ada;
  for (const width of [1280, 700]) {
    await page.setViewportSize({ width, height: 800 });
    await ada.goesTo('/connect');
    await expect(page.getByRole('heading', { name: 'New Connection Search' })).toBeVisible();
    const short = await framePositions(ada);
    await page.getByRole('button', { name: 'your account' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Devices and data' }).click();
    await expect(page.getByText('This device · logged in')).toBeVisible();
    const long = await framePositions(ada);
    expect([short.scrolls, long.scrolls]).toEqual([false, true]);
    expect(long.places.headerEnd).toBeLessThan(width);
    expect(short.places).toEqual(long.places);
  }
});
