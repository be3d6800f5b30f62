import type { Page } from '@playwright/test';

/** Elements that hide a part of their own words, or have room for a letter or two in a line. An ellipsis is meant: the whole words are elsewhere. */
export function cutText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hides = new Set(['hidden', 'clip']);
    const scrolls = new Set(['auto', 'scroll']);
    /** The nearest box around an element that scrolls. */
    const scrollerOf = ({ parentElement }: Element): Element | null =>
      !parentElement || scrolls.has(getComputedStyle(parentElement).overflowY)
        ? parentElement
        : scrollerOf(parentElement);
    const hasWords = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    const isSqueezed = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const em = Number.parseFloat(getComputedStyle(element).fontSize);
      return hasWords(element) && width < 2.5 * em && height > 5 * em;
    };
    /** No scrolling reaches what is above the top of a box. */
    const isAboveScroller = (element: Element) => {
      const box = hasWords(element) && scrollerOf(element);
      if (!box) return false;
      const { top, height } = element.getBoundingClientRect();
      return height > 1 && top < box.getBoundingClientRect().top - box.scrollTop - 1;
    };
    /** Words that are whole, or moved out of sight as a whole: `data-shown` says that it is meant. */
    const isPartlyShown = (element: Element) => {
      const box = element.getBoundingClientRect();
      const words = document.createRange();
      words.selectNodeContents(element);
      return [...words.getClientRects()].some(
        ({ top, right, bottom, left, width }) =>
          width > 1 &&
          top < box.bottom - 1 &&
          (right > box.right + 1 || left < box.left - 1 || bottom > box.bottom + 1 || top < box.top - 1),
      );
    };
    const isCut = (element: Element) => {
      if (element.matches('[data-shown="whole or not"]')) return isPartlyShown(element);
      const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(element);
      // For screen readers alone.
      if (clipPath !== 'none' || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
      return (
        isAboveScroller(element) ||
        isSqueezed(element) ||
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
