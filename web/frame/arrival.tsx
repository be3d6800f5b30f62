import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * After every change of screen: the focus goes to its heading, so that screen readers begin there, and a new screen
 * begins at its top. Stands beside the screens under one Suspense, so that it runs when the screen is there.
 */
export function Arrival() {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Going back, the browser puts the page where it was.
    if (navigationType !== 'POP') window.scrollTo(0, 0);
    const heading = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main');
    heading?.focus({ preventScroll: true });
  }, [pathname, navigationType]);

  return null;
}
