import AxeBuilder from '@axe-core/playwright';
import type { Page, ViewportSize } from '@playwright/test';
import { cutText } from '#tests/support/browser/cut-text.ts';
import { expect, type Guest, test } from '#tests/support/browser/journey.ts';
import { withLargeText } from '#tests/support/browser/large-text.ts';
import { PHONE, sizes, WIDE } from '#tests/support/browser/sizes.ts';
import { unreachable } from '#tests/support/browser/unreachable.ts';
import { plainWords } from './pseudo-language/pseudo-language.ts';
import { type State, waitUntilSettled } from './state.ts';

/** What the people of the walks have written, and names. */
const OWN_WORDS =
  /Moodring|\S*@example\S*|\b(Ada|Grace|Sam|Mei|Noor|Lena|Bartholomew\S*|Wolfe\S*|Lovelace|Hopper|Reed|Novak|Tanaka|Feather\S*|Zoë Müller|findahelpline\.com)\b|988 Suicide.*|^\p{Lu}{2}$/gu;

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
  const isPseudo = test.info().project.name === 'pseudo-language';
  if (isPseudo) {
    expect.soft(await plainWords(page, OWN_WORDS), state).toEqual([]);
    // Its layout is checked from right to left. Marks around names, as Arabic has, would hide them from the walks.
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
  }
  await expectNoViolation(page, `${state}, a phone, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolation(page, `${state}, a phone, dark`, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const size of SIZES) {
    const where = `${state}, ${size.width} by ${size.height}`;
    await resize(page, size);
    if (!isPseudo && !hasLongName && (size === WIDE.viewport || size === PHONE.viewport))
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

/** Where headings stand, and where they stood: those that move or grow when their font takes the place of the one that is there first. */
async function movingHeadings(page: Page): Promise<unknown[]> {
  await expect.poll(() => page.evaluate(() => document.fonts.check('600 20px Newsreader'))).toBe(true);
  return page.evaluate(() => {
    const headings = [...document.querySelectorAll('h1, h2')];
    const places = () =>
      headings.map((heading) => {
        const { top, height } = heading.getBoundingClientRect();
        return `${heading.textContent}: ${height} high at ${top}`;
      });
    const shown = places();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('h1, h2 { font-family: "Like Newsreader", serif !important }');
    document.adoptedStyleSheets = [sheet];
    const waiting = places();
    document.adoptedStyleSheets = [];
    return shown.map((place, index) => [place, waiting[index]]).filter(([place, before]) => place !== before);
  });
}

/** In forced colours: buttons, bubbles and switches whose shape was made by colours alone. Only lines and text are left of it. */
function shapeless(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isClear = (colour: string) => colour === 'rgba(0, 0, 0, 0)';
    const hasShape = (element: Element) => {
      const style = getComputedStyle(element);
      if (style.forcedColorAdjust === 'none') return true;
      if (style.appearance === 'auto' && element.matches('input')) return true;
      const hasLine = (line: string, width: string, colour: string) =>
        line !== 'none' && Number.parseFloat(width) > 0 && !isClear(colour);
      return (
        hasLine(style.outlineStyle, style.outlineWidth, style.outlineColor) ||
        hasLine(style.borderTopStyle, style.borderTopWidth, style.borderTopColor)
      );
    };
    const coloured = /(?:^|\s)(?:bg-(?!paper|transparent|surface\b)|mood-)/;
    const all = [...document.querySelectorAll('[class*="bg-"], [class*="mood-"], [role="switch"], [type="checkbox"]')];
    return all
      .filter((element) => coloured.test(element.className) || element.matches('input'))
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1 && !hasShape(element))
      .map((element) => element.outerHTML.slice(0, 300));
  });
}
