import type { Page } from '@playwright/test';

/** Controls that cannot be scrolled into view, or that something covers when they are in view. */
export function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // An open menu and a dialog cover the rest on purpose.
    const top = document.querySelector(':popover-open, dialog:modal') ?? document;
    const controls = [
      ...top.querySelectorAll('a, button, summary, input:not([type=radio]), textarea, label:has([type=radio])'),
    ];
    const isShown = (control: Element) => control.checkVisibility() && control.getAttribute('href') !== '#main';
    const isCovered = (control: Element) => {
      control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      // A link over several lines has a box for each, and its middle may lie between two of them.
      return ![...control.getClientRects()].some(({ x, y, width, height }) =>
        control.contains(document.elementFromPoint(x + width / 2, y + height / 2)),
      );
    };
    return controls.filter((control) => isShown(control) && isCovered(control)).map((control) => control.outerHTML);
  });
}
