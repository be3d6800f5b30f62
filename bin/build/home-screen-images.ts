/**
 * `node bin/build/home-screen-images.ts` creates the images of the app on a home screen in `web/public/icons/`, from the ring of
 * `web/public/favicon.svg`. Run it again when the ring changes. `bin/build/screenshots.ts` makes the manifest's screenshots.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '#fixtures/chromium.ts';

const PAPER = '#f7f2e9';

interface Icon {
  file: string;
  size: number;
  /** The ring's part of the width. Android crops a maskable icon to the inner 80 %. */
  ring: number;
  background: string;
  /** A badge is drawn in one colour: Android uses its shape alone. */
  colour?: string;
}

const ICONS: Icon[] = [
  { file: 'icon-192.png', size: 192, ring: 0.84, background: PAPER },
  { file: 'icon-512.png', size: 512, ring: 0.84, background: PAPER },
  { file: 'maskable-192.png', size: 192, ring: 0.6, background: PAPER },
  { file: 'maskable-512.png', size: 512, ring: 0.6, background: PAPER },
  { file: 'apple-touch-icon.png', size: 180, ring: 0.78, background: PAPER },
  { file: 'badge-96.png', size: 96, ring: 0.95, background: 'transparent', colour: '#fff' },
];

const publicFolder = join(import.meta.dirname, '../../web/public');
const arcs = readFileSync(join(publicFolder, 'favicon.svg'), 'utf8')
  .match(/<path[^>]*\/>/g)!
  .join('');
const folder = join(publicFolder, 'icons');
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(launchOptions());
const page = await browser.newPage();
for (const { file, size, ring, background, colour } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  const paths = colour ? arcs.replace(/stroke="#\w+"/g, `stroke="${colour}"`) : arcs;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="2 2 36 36" fill="none" stroke-width="7" style="width:${ring * 100}%">${paths}</svg>`;
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${background}">${svg}`,
  );
  writeFileSync(join(folder, file), await page.screenshot({ omitBackground: true }));
}
await browser.close();
