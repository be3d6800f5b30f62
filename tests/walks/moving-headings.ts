import { expect, type Page } from '@playwright/test';

/** Where headings stand, and where they stood: those that move or grow when their font takes the place of the one that is there first. */
export async function movingHeadings(page: Page): Promise<unknown[]> {
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
