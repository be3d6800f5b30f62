import type { Page } from '@playwright/test';

/** Controls that cannot be scrolled into view, or that something covers when they are in view. */
export function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // An open menu and a dialog cover the rest on purpose.
    const top = document.querySelector(':popover-open, dialog:modal') ?? document;
    const controls = [
      ...top.querySelectorAll('a, button, summary, input:not([type=radio]), textarea, label:has([type=radio])'),
    ];
    const isShown = (control: Element) =>
      control.checkVisibility() && !control.closest('[inert]') && control.getAttribute('href') !== '#main';
    const isHit = (control: Element) =>
      // A link over several lines has a box for each, and its middle may lie between two of them.
      [...control.getClientRects()].some(({ x, y, width, height }) => {
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        // News goes by itself.
        return control.contains(hit) || hit?.closest('[data-notice]');
      });
    const isCovered = async (control: Element) => {
      control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      // The list of messages takes no clicks until its scrolling has ended, and a bar that grew makes room a frame later.
      for (let frames = 0; !isHit(control) && frames < 60; frames += 1) {
        await new Promise(requestAnimationFrame);
        // The middle of what is higher than the window.
        control.scrollIntoView({ block: 'center', behavior: 'instant' });
      }
      return !isHit(control);
    };
    const covered: string[] = [];
    for (const control of controls) if (isShown(control) && (await isCovered(control))) covered.push(control.outerHTML);
    return covered;
  });
}
