import AxeBuilder from '@axe-core/playwright';
import type { Page, ViewportSize } from '@playwright/test';
import { cutText } from '#tests/support/browser/cut-text.ts';
import { expect, type Guest } from '#tests/support/browser/journey.ts';
import { withLargeText } from '#tests/support/browser/large-text.ts';
import { PHONE, sizes, WIDE } from '#tests/support/browser/sizes.ts';
import { unreachable } from '#tests/support/browser/unreachable.ts';
import { movingHeadings } from './moving-headings.ts';
import { shapeless } from './shapeless.ts';
import { type State, waitUntilSettled } from './state.ts';

/** Phones, tablets and desks; 200 % and 400 % of zoom on 1280 by 1024 (WCAG 1.4.4 and 1.4.10); a phone on its side. */
const LESS_COMMON = sizes('320x844 320x568 768x844 768x1024 1440x844 640x512 320x256 640x360');
const SIZES = [...LESS_COMMON, WIDE.viewport, PHONE.viewport];
const LARGE_TEXT_SIZES = [...sizes('320x640 360x740 768x1024'), PHONE.viewport];
/** A phone at 200 % of zoom. */
const ZOOMED_PHONE = { width: 195, height: 422 };
/** Lower windows scroll. */
const LOW = 568;

/** Checks a state that is open on a phone in all ways, and leaves the browser as it was. One run reports all faults. */
export async function checkState({ page }: Guest, { screen, name, inView, hasLongName }: State<never>): Promise<void> {
  const state = `${screen}: ${name}`;
  expect(new URL(page.url()).pathname, state).toMatch(
    new RegExp(`^${screen.replace('*', '/.+').replace(/:\w+/, '[^/]+')}/?$`),
  );
  await waitUntilSettled(page);
  await expectNoViolation(page, `${state}, a phone, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolation(page, `${state}, a phone, dark`, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const size of SIZES) {
    const where = `${state}, ${size.width} by ${size.height}`;
    await resize(page, size);
    if (!hasLongName && (size === WIDE.viewport || size === PHONE.viewport))
      expect.soft(await movingHeadings(page), `${where}, headings`).toEqual([]);
    await expectToFit(page, where);
    if (inView && size.height >= LOW)
      await expect.soft(page.getByRole('button', { name: inView }).first(), where).toBeInViewport();
    if (size === WIDE.viewport) await expectNoViolation(page, `${state}, a desk, light`);
  }
  await resize(page, ZOOMED_PHONE);
  await expectNoSidewaysScrolling(page, `${state}, a phone at 200 % of zoom`);
  await withLargeText(page, async () => {
    for (const size of LARGE_TEXT_SIZES) {
      await resize(page, size);
      await expectToFit(page, `${state}, ${size.width} by ${size.height}, text of twice the size`);
    }
  });
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await shapeless(page), `${state}, forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

/** A wide window loads the list beside a chat. */
async function resize(page: Page, size: ViewportSize): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await waitUntilSettled(page);
}

async function expectToFit(page: Page, where: string): Promise<void> {
  await expectNoSidewaysScrolling(page, where);
  expect.soft(await cutText(page), `${where}, cut words`).toEqual([]);
  expect.soft(await unreachable(page), `${where}, out of reach`).toEqual([]);
}

async function expectNoSidewaysScrolling(page: Page, where: string): Promise<void> {
  const tooWide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ nodeName, scrollWidth }) => `${nodeName}: ${scrollWidth}`),
  );
  expect.soft(tooWide, `${where}, wider than the window`).toEqual([]);
}

/** @param rules all, if undefined */
async function expectNoViolation(page: Page, where: string, rules?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect.soft(found, where).toEqual([]);
}
