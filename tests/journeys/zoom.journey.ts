import { expectHalf } from '#tests/support/browser/expect-half.ts';
import { fillCircle } from '#tests/support/browser/fill-circle.ts';
import { expect, test } from '#tests/support/browser/journey.ts';

/** What 1280 by 1024 pixels show at 200 % and at 400 % of zoom (WCAG 1.4.4 and 1.4.10), and a phone on its side. */
const SIZES = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
  { width: 640, height: 360 },
];

test('the messages of a chat have at least half of the height, and in low windows header and footer scroll away', async ({
  signUp,
  app,
}) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await fillCircle(app, ada, [grace]);
  await ada.opensChatWith(grace);
  const { page } = ada;
  const log = page.getByRole('log');
  await expectHalf(ada, [{ width: 390, height: 844 }, { width: 844, height: 390 }, ...SIZES], 'a chat');
  // 400 px are 25 rem.
  await page.setViewportSize({ width: 320, height: 256 });
  const header = page.getByRole('banner');
  const footer = page.getByRole('contentinfo');
  await footer.scrollIntoViewIfNeeded();
  await expect(footer).toBeInViewport();
  await expect(header).not.toBeInViewport();
  await ada.messageBox.scrollIntoViewIfNeeded();
  await ada.says('Still here');
  await expect(log.getByText('Still here')).toBeInViewport({ ratio: 1 });
  await header.scrollIntoViewIfNeeded();
  await expect(header).toBeInViewport();
  await expect(footer).not.toBeInViewport();
});
