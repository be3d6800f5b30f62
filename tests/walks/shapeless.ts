import type { Page } from '@playwright/test';

/** In forced colours: buttons, bubbles and switches whose shape was made by colours alone. Only lines and text are left of it. */
export function shapeless(page: Page): Promise<string[]> {
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
