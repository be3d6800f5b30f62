import AxeBuilder from '@axe-core/playwright';
import { expect, type Person, test } from '#tests/support/browser/journey.ts';
import { chooses, chosenOf, friendsInChat, phonePicture, photosOf } from '#tests/support/browser/photos.ts';

test.describe.configure({ timeout: 180_000 });

/** No violation in both schemes, and nothing wider than the window at the sizes of phones, of zoom and of desks. */
async function checkScreen({ page }: Person, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    expect(found, `${name}, ${colorScheme}`).toEqual([]);
  }
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, `${name} at ${width}`).toBeLessThanOrEqual(0);
    await expect(page.getByRole('button', { name: /^(Send|Close)$/ }).first(), `${name} at ${width}`).toBeInViewport();
  }
}

test('chosen photos, photos on their way, in messages and in the viewer: axe finds nothing, and nothing is cut', async ({
  signUp,
}) => {
  const [ada, grace] = await friendsInChat(signUp, { reducedMotion: 'reduce' });
  const picture = await phonePicture(ada.page, 'IMG_1.jpg', 300, 200);
  await chooses(ada, ...new Array(10).fill(picture), picture);
  await expect(ada.page.getByText('A message can have 10 photos at most.')).toBeVisible();
  await expect(chosenOf(ada).getByRole('button')).toHaveCount(10);
  await checkScreen(ada, 'chosen photos');

  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await ada.page.route('**/api/photos/**', async (route) => {
    await released;
    await route.continue();
  });
  await ada.page.getByRole('button', { name: 'Send' }).click();
  await expect(ada.page.getByRole('progressbar', { name: 'Sending' })).toBeVisible();
  await checkScreen(ada, 'photos on their way');
  release();

  await expect(photosOf(grace)).toHaveCount(4);
  await checkScreen(grace, 'photos in a message');
  await photosOf(grace).first().click();
  await expect(grace.page.getByRole('dialog').getByRole('img')).toBeVisible();
  await checkScreen(grace, 'the viewer');
});
