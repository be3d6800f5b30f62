import type { Page } from '@playwright/test';

/** Elements that hide a part of their own words. An ellipsis is meant: the whole words are elsewhere. */
export function cutText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hides = new Set(['hidden', 'clip']);
    const isCut = (element: Element) => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(element);
      // For screen readers alone.
      if (clipPath !== 'none' || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
      return (
        (hides.has(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hides.has(overflowY) && element.scrollHeight > element.clientHeight + 1)
      );
    };
    const holdsWords = (element: Element) => (element as HTMLElement).innerText?.trim() !== '';
    return [...document.querySelectorAll('#root *, dialog *')]
      .filter((element) => element.checkVisibility() && holdsWords(element) && isCut(element))
      .map((element) => element.outerHTML.slice(0, 300));
  });
}
