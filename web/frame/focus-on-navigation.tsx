import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { prefetchScreens } from './prefetch-screens.ts';

/** The screen that was last arrived at. The page came with the first one, whether or not it was ever shown. */
let arrivedAt = window.location.pathname;

/**
 * After every change of screen: the focus goes to its heading, so that screen readers begin there, and a new screen
 * begins at its top. Stands beside the screens under one Suspense, so that it runs when the screen is there.
 */
export function Arrival() {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();

  useEffect(() => {
    if (arrivedAt === pathname) return;
    arrivedAt = pathname;
    // Going back, the browser puts the page where it was.
    if (navigationType !== 'POP') window.scrollTo(0, 0);
    const heading = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main');
    heading?.focus({ preventScroll: true });
  }, [pathname, navigationType]);

  useEffect(prefetchScreens, []);

  return null;
}
