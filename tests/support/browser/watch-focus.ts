import type { BrowserContext } from '@playwright/test';

/**
 * Makes each page of a browser report an error when the focus falls to the body: because the focused control went, was disabled or
 * was hidden, and nothing took the focus over. People who use the keyboard or a screen reader would begin again at the top.
 */
export async function watchFocus(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const EVERY_MS = 200;
    /** Looks in a row. A screen that is being fetched takes longer to get the focus. */
    const PATIENCE = 5;
    const PATIENCE_WITH_SCREENS = 75;
    let last: Element | null = null;
    let path = '';
    let lost = 0;
    const forget = () => {
      last = null;
    };
    const isLost = () => last !== null && (document.activeElement === null || document.activeElement === document.body);
    document.addEventListener('focusin', ({ target }) => {
      last = target === document.body ? null : (target as Element);
      path = location.pathname;
    });
    // A press beside all controls takes the focus away, and Tab leaves the page after its last control.
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        if (!(target as Element).closest('a, button, input, select, textarea, label, summary, [tabindex]')) forget();
      },
      { capture: true },
    );
    document.addEventListener('keydown', ({ key }) => key === 'Tab' && forget(), { capture: true });
    setInterval(() => {
      lost = isLost() ? lost + 1 : 0;
      if (lost < (location.pathname === path ? PATIENCE : PATIENCE_WITH_SCREENS)) return;
      console.error(`The focus fell to the body on ${location.pathname} from ${last?.outerHTML.slice(0, 200)}`);
      forget();
    }, EVERY_MS);
  });
}
