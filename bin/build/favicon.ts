/**
 * `node bin/build/favicon.ts` creates `web/public/favicon.ico` from `web/public/favicon.svg`, for browsers and tools that request
 * /favicon.ico. Run it again when the SVG changes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '#fixtures/chromium.ts';
import { icoOf } from './write-ico.ts';

const SIZES = [16, 32, 48];

const folder = join(import.meta.dirname, '../../web/public');
const drawing = readFileSync(join(folder, 'favicon.svg'));
const browser = await chromium.launch(launchOptions());
const page = await browser.newPage();
const images = [];
for (const size of SIZES) {
  await page.setViewportSize({ width: size, height: size });
  const source = `data:image/svg+xml;base64,${drawing.toString('base64')}`;
  await page.setContent(`<body style="margin:0"><img style="display:block;width:100vw;height:100vh" src="${source}">`);
  images.push({ size, png: await page.screenshot({ omitBackground: true }) });
}
await browser.close();
writeFileSync(join(folder, 'favicon.ico'), icoOf(images));
