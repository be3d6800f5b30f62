import { cutText } from '#tests/support/browser/cut-text.ts';
import { expect, type Guest, test } from '#tests/support/browser/journey.ts';
import type { Screen } from '#tests/support/browser/screen.ts';
import { asked, fillCircle, NEW, settled } from '#tests/support/browser/screens.ts';
import { SIGNED_OUT } from '#tests/support/browser/signed-out-screens.ts';
import { unreachable } from '#tests/support/browser/unreachable.ts';

// Every screen in every size: a busy machine needs much longer than the usual minute.
test.describe.configure({ timeout: 240_000 });

/** What 1280 by 1024 pixels show at 200 % and at 400 % of zoom (WCAG 1.4.4 and 1.4.10), and a phone on its side. */
const SIZES = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
  { width: 640, height: 360 },
];

async function expectToFit(guest: Guest, screens: Screen[], sizes = SIZES) {
  const { page } = guest;
  for (const { name, open } of screens) {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(guest);
    for (const size of sizes) {
      await page.setViewportSize(size);
      const where = `${name}, ${size.width} by ${size.height}`;
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, where).toBeLessThanOrEqual(0);
      expect(await cutText(page), where).toEqual([]);
      expect(await unreachable(page), where).toEqual([]);
    }
  }
}

const twice = (guest: Guest) =>
  guest.page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });

test('every signed-out screen fits a zoomed window and a phone on its side', async ({ guest }) => {
  const stranger = await guest();
  stranger.expectError(/status of 401 .*sign-in/);
  await expectToFit(stranger, SIGNED_OUT);
});

test('every screen of a new person fits a zoomed window and a phone on its side', async ({ signUp }) => {
  await expectToFit(await signUp('Ada', 'Lovelace'), NEW);
});

for (const [what, screens] of [
  ['screen', settled],
  ['question and notice', asked],
] as const) {
  test(`every ${what} of a person with connections fits a zoomed window and a phone on its side`, async ({
    signUp,
    app,
  }) => {
    const ada = await signUp('Ada', 'Lovelace');
    const grace = await signUp('Grace', 'Wolfeschlegelsteinhausen');
    await fillCircle(app, ada, [grace]);
    await expectToFit(ada, screens(grace));
  });

  test(`every ${what} of a person with connections fits a phone with text of twice the size`, async ({
    signUp,
    app,
  }) => {
    const ada = await signUp('Ada', 'Lovelace');
    const grace = await signUp('Grace', 'Wolfeschlegelsteinhausen');
    await fillCircle(app, ada, [grace]);
    await twice(ada);
    await expectToFit(ada, screens(grace), [{ width: 390, height: 844 }]);
  });
}

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
  for (const size of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 640, height: 512 },
    ...SIZES,
  ]) {
    await page.setViewportSize(size);
    await expect
      .poll(() => log.evaluate((list) => list.clientHeight / window.innerHeight), `${size.width} by ${size.height}`)
      .toBeGreaterThanOrEqual(0.5);
  }
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
