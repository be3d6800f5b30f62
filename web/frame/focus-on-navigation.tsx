import { useEffect } from 'react';
import { useLocation } from '#web/router.tsx';

/** The path that was handled last. The first path needs nothing: the page was loaded with it. */
let handledPath = window.location.pathname;

/**
 * After every change of screen, moves the focus to its heading, so that screen readers start there, and scrolls to the top, or
 * to what a screen opens at (`data-opens-here`).
 * It shares a Suspense with the screens, so that its effect runs when the screen is there. Renders nothing.
 */
export function FocusOnNavigation() {
  const { pathname, isReturn } = useLocation();

  useEffect(() => {
    if (handledPath === pathname) return;
    handledPath = pathname;
    // On the way back the browser restores the scroll position.
    if (!isReturn) {
      window.scrollTo(0, 0);
      document.querySelector('[data-opens-here]')?.scrollIntoView({ block: 'nearest' });
    }
    const heading = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main');
    heading?.focus({ preventScroll: true });
  }, [pathname, isReturn]);

  return null;
}
