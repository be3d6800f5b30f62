import type { Locator } from '@playwright/test';
import { phonePicture } from '#tests/support/browser/chat/photos.ts';
import { expect, friends, test } from '#tests/support/browser/journey.ts';

/** The sides of a picture in pixels, and the colours at its top and bottom. */
const look = (picture: Locator) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const [top, bottom] = [0, height - 1].map((y) => [...context.getImageData(width / 2, y, 1, 1).data]);
    return { sides: [width, height], top: top!, bottom: bottom! };
  });

test('a chosen photo is cut to an upright square without its place, which friends see until it is removed', {
  tag: '@core',
}, async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp);
  const { page } = ada;
  await ada.calls('PUT', `/api/users/${ada.uid}/info/mood`, { mood: 'Purple' });
  await ada.goesTo('/settings/you');
  const button = page.getByRole('button', { name: 'Choose photo' });
  const asked = page.waitForEvent('filechooser');
  await button.click();
  const chooser = await asked;
  await chooser.setFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await expect(page.getByText('“notes.pdf” is not a picture that can be sent.')).toBeVisible();
  await chooser.setFiles(await phonePicture(page, 'IMG_1.jpg'));
  await expect(page.getByText('Saved.')).toBeVisible();
  const mine = page.getByRole('button', { name: 'AL, your account' }).locator('img');
  await expect(mine).toBeVisible();

  await grace.goesTo('/circles');
  const shown = grace.page
    .getByRole('main')
    .locator(`img[src="${await mine.getAttribute('src')}"]`)
    .first();
  const { sides, top, bottom } = await look(shown);
  expect(sides).toEqual([256, 256]);
  // Red is on top, blue below. Green says that the picture was cut, and not squeezed.
  expect(top[0]! - top[2]!).toBeGreaterThan(80);
  expect(bottom[2]! - bottom[0]!).toBeGreaterThan(30);
  expect(top[1]!).toBeGreaterThan(70);
  const [photo] = await app.sql('select bytes from photos where owner = $1', [ada.uid]);
  expect((photo!.bytes as Buffer).includes('GPS')).toBe(false);

  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByText('Removed.')).toBeVisible();
  await expect(button).toBeFocused();
  await expect(mine).toHaveCount(0);
  await grace.page.reload();
  await expect(grace.page.getByRole('main').getByText('Ada').first()).toBeVisible();
  await expect(shown).toHaveCount(0);
});
