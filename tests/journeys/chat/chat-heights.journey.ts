import type { ViewportSize } from '@playwright/test';
import { barOf, cardOf, chooses, losesChoices, shares } from '#tests/support/browser/care.ts';
import { chooses as choosesPhotos, chosenOf, phonePicture } from '#tests/support/browser/chat/photos.ts';
import { fillCircle } from '#tests/support/browser/fill-circle.ts';
import { expect, friends, type Person, test } from '#tests/support/browser/journey.ts';
import { withLargeText } from '#tests/support/browser/large-text.ts';
import { sizes } from '#tests/support/browser/sizes.ts';

test.slow();

/** Phones, with and without the browser's own bars, laptops, 200 % of zoom, a phone on its side. */
const SIZES = sizes('390x844 390x664 375x667 375x553 360x640 640x512 640x360 1280x640 1366x657 1440x900');
const LARGE_TEXT_SIZES = sizes('390x844 360x740 768x1024');

/** The messages of the open chat have at least half of the window's height in all sizes, also with large text. */
async function expectsHalf({ page }: Person, what: string, sizes = SIZES): Promise<void> {
  const log = page.getByRole('log');
  const fits = async (size: ViewportSize, text: string) => {
    await page.setViewportSize(size);
    await expect
      .poll(
        () => log.evaluate((list) => list.clientHeight / window.innerHeight),
        `${what}, ${size.width} by ${size.height}${text}`,
      )
      .toBeGreaterThanOrEqual(0.5);
  };
  for (const size of sizes) await fits(size, '');
  await withLargeText(page, async () => {
    for (const size of LARGE_TEXT_SIZES) await fits(size, ', text of twice the size');
  });
  await page.setViewportSize(sizes[0]!);
}

test('the messages have half of the height; in low windows the frame scrolls away', async ({ signUp, app }) => {
  const [ada, grace] = [await signUp('Ada', 'Lovelace'), await signUp('Grace', 'Hopper')];
  await fillCircle(app, ada, [grace]);
  await ada.opensChatWith(grace);
  const { page } = ada;
  await expectsHalf(ada, 'a chat', [...SIZES, { width: 844, height: 390 }, { width: 320, height: 256 }]);
  // 400 % of zoom. 400 px are 25 rem.
  await page.setViewportSize({ width: 320, height: 256 });
  const header = page.getByRole('banner');
  const footer = page.getByRole('contentinfo');
  await footer.scrollIntoViewIfNeeded();
  await expect(footer).toBeInViewport();
  await expect(header).not.toBeInViewport();
  await ada.messageBox.scrollIntoViewIfNeeded();
  await ada.says('Still here');
  await expect(page.getByRole('log').getByText('Still here')).toBeInViewport({ ratio: 1 });
  await header.scrollIntoViewIfNeeded();
  await expect(header).toBeInViewport();
  await expect(footer).not.toBeInViewport();
});

test('beside asks and chosen photos the messages have half of the height; a yes is one tap', async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  await ada.opensChatWith(grace);
  await choosesPhotos(ada, await phonePicture(ada.page, 'IMG_1.jpg', 300, 200));
  await expect(chosenOf(ada).getByRole('button')).toHaveCount(1);
  await chooses(ada, 'Dark');
  await expect(barOf(ada)).toContainText('Asking Grace');
  await expectsHalf(ada, 'chosen photos and the own bar');

  await grace.page.setViewportSize({ width: 375, height: 553 });
  await grace.goesTo(`/chat/${ada.uid}`);
  const card = cardOf(grace, ada);
  const yes = card.getByRole('button', { name: 'I’ll reach out' });
  await expect(yes).toBeVisible();
  await choosesPhotos(grace, await phonePicture(grace.page, 'IMG_1.jpg', 300, 200));
  await expect(chosenOf(grace).getByRole('button')).toHaveCount(1);
  await expect(chosenOf(grace)).toBeInViewport({ ratio: 1 });
  await expect(grace.messageBox).toBeInViewport({ ratio: 1 });
  await expectsHalf(grace, 'a friend’s ask and photos');
  await chooses(grace, 'Purple');
  await expect(barOf(grace)).toContainText('Asking Ada');
  await expectsHalf(grace, 'both asks and photos');
  await chosenOf(grace).getByRole('button').click();

  await yes.click();
  await expect(card.getByText('Ada knows.')).toBeInViewport({ ratio: 1 });
  await expectsHalf(grace, 'both asks after a yes');
  await expect(card.getByRole('button', { name: 'I have to go' })).toBeVisible();
});

test('the input is wide enough for its placeholder, also with large text', async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  await ada.opensChatWith(grace);
  const width = async () => (await ada.messageBox.boundingBox())!.width;
  await ada.page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(width).toBeGreaterThan(190);
  await ada.page.setViewportSize({ width: 390, height: 844 });
  await withLargeText(ada.page, async () => {
    await expect.poll(width).toBeGreaterThanOrEqual(200);
    await expect(ada.page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
  });
});

test('in a low window a call for support that was not sent is in sight', async ({ signUp }) => {
  const [ada] = await friends(signUp);
  const { page } = ada;
  await page.setViewportSize({ width: 320, height: 256 });
  await ada.goesTo('/status');
  await losesChoices(ada);
  await shares(ada, 'I could really use support');
  await expect(barOf(ada).getByText('Call a friend')).toBeInViewport();
});

test('in low windows a chat opens at its input and its newest message', {
  tag: '@firefox',
}, async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  const { page } = ada;
  await ada.opensChatWith(grace);
  for (let number = 1; number <= 12; number += 1) await ada.says(`Message ${number}`);
  await expect(page.getByRole('log').getByText('On its way')).toHaveCount(0);

  async function expectsEnd() {
    await expect(ada.messageBox).toBeInViewport({ ratio: 1 });
    await expect(ada.messages.last()).toHaveText('You: Message 12');
    await expect(ada.messages.last()).toBeInViewport({ ratio: 1 });
  }
  async function opensIn(width: number, height: number, isReady = async () => {}) {
    await page.setViewportSize({ width, height });
    await ada.goesTo(`/chat/${grace.uid}`);
    await isReady();
    await expectsEnd();
    await ada.goesBy('Chats');
    await ada.rowOf(grace).click();
    await isReady();
    await expectsEnd();
  }

  await opensIn(844, 390);
  await opensIn(640, 360);
  await opensIn(320, 256);
  await opensIn(720, 450);
  // The name of the friend is not cut for some room below the input.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await chooses(grace, 'Purple');
  const ask = () => expect(cardOf(ada, grace)).toBeVisible();
  await ask();
  await expectsEnd();
  await opensIn(720, 450, ask);
});
