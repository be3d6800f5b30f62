import type { Page } from '@playwright/test';
import { segment } from '../../people/some-photo.ts';
import type { Person } from '../journey.ts';

interface Picture {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** EXIF with the orientation 6 (turn right) and a place, as a phone writes it. */
const EXIF = Buffer.concat([
  Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0', 'latin1'),
  Buffer.from('GPS 51.5007 N', 'latin1'),
]);

/**
 * A JPEG as a phone makes it: red on the left, blue on the right, with many lines between, and with EXIF that turns it. Upright, its
 * sides are swapped and red is on top.
 */
export async function phonePicture(page: Page, name: string, width = 3_000, height = 2_000): Promise<Picture> {
  const base64 = await page.evaluate(
    async ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d')!;
      const gradient = context.createLinearGradient(0, 0, width!, 0);
      gradient.addColorStop(0, '#d02020');
      gradient.addColorStop(0.5, '#f0d080');
      gradient.addColorStop(1, '#2040c0');
      context.fillStyle = gradient;
      context.fillRect(0, 0, width!, height!);
      context.strokeStyle = 'rgb(255 255 255 / 0.3)';
      for (let line = 0; line < 200; line++) context.strokeRect(line * 17, (line * 37) % height!, 300, 200);
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1]!;
    },
    [width, height],
  );
  const plain = Buffer.from(base64, 'base64');
  const buffer = Buffer.concat([plain.subarray(0, 2), segment(0xe1, EXIF), plain.subarray(2)]);
  return { name, mimeType: 'image/jpeg', buffer };
}

/** What was chosen for the next message. */
export const chosenOf = ({ page }: Person) => page.getByRole('list', { name: 'Photos to send' }).getByRole('listitem');
/** The photos of stored messages. */
export const photosOf = ({ page }: Person) => page.getByRole('log').getByRole('button', { name: /^Photo.* from / });
export const onItsWay = ({ page }: Person) => page.getByRole('log').getByText('On its way');

/** Chooses files with the button in the composer. */
export async function chooses({ page }: Person, ...pictures: Picture[]) {
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add photos' }).click();
  await (await asked).setFiles(pictures);
}
