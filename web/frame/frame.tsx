import { type ReactNode, Suspense, useEffect } from 'react';
import * as t from '#language';
import { focusScreen, keepFocus } from '#web/ui/page/keep-focus.ts';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';
import { useLocation } from '#web/ui/router.tsx';
import { ErrorBoundary } from './error-screen.tsx';
import { Footer } from './footer/footer.tsx';
import { Header } from './header/header.tsx';

/** The master page: header, main content, footer navigation (spec §2). */
export function Frame({ children }: { children: ReactNode }) {
  const place = useLocation();
  useEffect(keepFocus, []);
  return (
    <>
      <a
        href="#main"
        className="print:hidden fixed top-2 start-2 z-30 -translate-y-[150%] rounded-full bg-accent px-5 py-3 font-semibold text-accent-ink focus:translate-y-0"
      >
        {t.skipToContent}
      </a>
      {/* The bar about the person's ask: its undo comes first for people who use the keyboard. */}
      <div id="own-mood" className="print:hidden" />
      <Header />
      <main id="main" tabIndex={-1} className="pb-(--footer-height) unpinned:pb-0">
        <ErrorBoundary resetKey={place}>
          <Suspense fallback={<PageSkeleton />}>
            {children}
            <FocusOnNavigation />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
    </>
  );
}

/** The path that was handled last. The first path needs nothing: the page was loaded with it. */
let handledPath = window.location.pathname;

/**
 * After every change of screen, moves the focus to its heading, so that screen readers start there, and scrolls to the top, or
 * to what a screen opens at (`data-opens-here`).
 * It shares a Suspense with the screens, so that its effect runs when the screen is there. Renders nothing.
 */
function FocusOnNavigation() {
  const { pathname, isReturn } = useLocation();

  useEffect(() => {
    if (handledPath === pathname) return;
    handledPath = pathname;
    // On the way back the browser restores the scroll position.
    if (!isReturn) {
      window.scrollTo(0, 0);
      document.querySelector('[data-opens-here]')?.scrollIntoView({ block: 'nearest' });
    }
    focusScreen();
  }, [pathname, isReturn]);

  return null;
}
