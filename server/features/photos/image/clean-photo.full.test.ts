import { chromium } from '@playwright/test';
import { afterAll, expect, test } from 'vitest';
import { launchOptions } from '#fixtures/chromium.ts';
import { cleanPhoto } from './clean-photo.ts';

const browser = await chromium.launch(launchOptions());
const page = await browser.newPage();
afterAll(() => browser.close());

/** A picture of a canvas, half of it transparent. */
function draw(type: string, quality: number): Promise<string> {
  return page.evaluate(
    ([type, quality]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 61, height: 47 });
      const context = canvas.getContext('2d')!;
      const gradient = context.createLinearGradient(0, 0, 61, 47);
      gradient.addColorStop(0, 'rgb(255 0 0 / 0.5)');
      gradient.addColorStop(1, '#00f');
      context.fillStyle = gradient;
      context.fillRect(0, 0, 40, 40);
      return canvas.toDataURL(type, quality).split(',')[1]!;
    },
    [type, quality] as const,
  );
}

function pixelsOf(type: string, bytes: Buffer): Promise<number[]> {
  return page.evaluate(
    async ([type, base64]) => {
      const blob = await (await fetch(`data:${type};base64,${base64}`)).blob();
      const picture = await createImageBitmap(blob);
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
      context.drawImage(picture, 0, 0);
      return [...context.getImageData(0, 0, picture.width, picture.height).data];
    },
    [type, bytes.toString('base64')] as const,
  );
}

test.each([
  ['JPEG', 'image/jpeg', 0.85],
  ['lossy WebP', 'image/webp', 0.8],
  ['lossless WebP', 'image/webp', 1],
])('a %s from a browser’s canvas opens with the same pixels, without its colour profile', async (_, type, quality) => {
  const drawn = Buffer.from(await draw(type, quality), 'base64');
  expect(drawn.toString('latin1')).toMatch(/ICC_PROFILE|ICCP/);
  const cleaned = cleanPhoto(drawn);
  expect(cleaned).toMatchObject({ type, width: 61, height: 47 });
  expect(cleaned.bytes.toString('latin1')).not.toMatch(/ICC_PROFILE|ICCP/);
  expect(await pixelsOf(type, cleaned.bytes)).toEqual(await pixelsOf(type, drawn));
});
