import type { BrowserContext } from '@playwright/test';

/**
 * Makes each page of a browser report an error when the focus falls to the body: because the focused control went, was disabled or
 * was hidden, and nothing took the focus over. People who use the keyboard or a screen reader would begin again at the top.
 */
export async function watchFocus(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const EVERY_MS = 200;
    /** Looks in a row while the browser is idle and the screen complete. */
    const PATIENCE = 5;
    let last: Element | null = null;
    let lost = 0;
    const forget = () => {
      last = null;
    };
    // A page without the app is complete.
    const isSettled = () => document.querySelector('html[data-settled], html:not(:has(#root))') !== null;
    const isLost = () => last !== null && (document.activeElement === null || document.activeElement === document.body);
    document.addEventListener('focusin', ({ target }) => {
      last = target === document.body ? null : (target as Element);
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
    const look = () => {
      lost = isSettled() && isLost() ? lost + 1 : 0;
      setTimeout(() => requestIdleCallback(look), EVERY_MS);
      if (lost < PATIENCE) return;
      console.error(`The focus fell to the body on ${location.pathname} from ${last?.outerHTML.slice(0, 200)}`);
      forget();
    };
    look();
  });
}
