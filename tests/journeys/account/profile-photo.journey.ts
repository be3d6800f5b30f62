import { chooses } from '#tests/support/browser/care.ts';
import { phonePicture } from '#tests/support/browser/chat/photos.ts';
import { expect, friends, test } from '#tests/support/browser/journey.ts';

test('a chosen photo is cut to a square; friends see it until it is removed', async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  const { page } = ada;
  await chooses(ada, 'Purple');
  await ada.goesTo('/settings/you');
  const button = page.getByRole('button', { name: 'Choose photo' });
  const asked = page.waitForEvent('filechooser');
  await button.click();
  const chooser = await asked;
  await chooser.setFiles(await phonePicture(page, 'IMG_1.jpg'));
  await expect(page.getByText('Saved.')).toBeVisible();
  const mine = page.getByRole('button', { name: 'AL, your account' }).locator('img');
  await expect(mine).toBeVisible();

  await grace.goesTo('/circles');
  const shown = grace.page
    .getByRole('main')
    .locator(`img[src="${await mine.getAttribute('src')}"]`)
    .first();
  const { width, red } = await shown.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const context = Object.assign(document.createElement('canvas'), { width: 256, height: 256 }).getContext('2d')!;
    context.drawImage(image, 0, 0);
    return { width: image.naturalWidth, red: context.getImageData(128, 0, 1, 1).data[0]! };
  });
  expect(width).toBe(256);
  // Its top, upright.
  expect(red).toBeGreaterThan(120);

  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByText('Removed.')).toBeVisible();
  await expect(button).toBeFocused();
  await expect(mine).toHaveCount(0);
  await grace.page.reload();
  await expect(grace.page.getByRole('main').getByText('Ada').first()).toBeVisible();
  await expect(shown).toHaveCount(0);
});
