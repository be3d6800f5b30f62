/** Where the app is, and the way elsewhere. */
import { createContext, type ReactNode, startTransition, use, useLayoutEffect, useState } from 'react';

interface Place {
  pathname: string;
  /** With its '#', or ''. */
  hash: string;
  /** What `navigate` was given with the address. */
  // biome-ignore lint/suspicious/noExplicitAny: each screen knows what it was given
  state: any;
  /** Whether the person went back or forward to it. */
  isReturn: boolean;
}

export interface NavigateOptions {
  replace?: boolean | undefined;
  /** For the next screen, also when the person comes back to it. */
  state?: unknown;
}

const NAVIGATED = 'navigated';

export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  window.history[replace ? 'replaceState' : 'pushState'](state, '', to);
  window.dispatchEvent(new Event(NAVIGATED));
}

function readPlace(event?: Event): Place {
  const { pathname, hash } = window.location;
  return { pathname, hash, state: window.history.state, isReturn: event?.type === 'popstate' };
}

const PlaceContext = createContext<Place | null>(null);

/** Provides `useLocation`. While the next screen's code loads, the place is still that of the shown screen. */
export function Router({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(readPlace);
  // Before any effect: one of them may navigate.
  useLayoutEffect(() => {
    const stopping = new AbortController();
    const onChange = (event: Event) => startTransition(() => setPlace(readPlace(event)));
    for (const event of [NAVIGATED, 'popstate', 'hashchange'])
      window.addEventListener(event, onChange, { signal: stopping.signal });
    return () => stopping.abort();
  }, []);
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

export function useLocation(): Place {
  return use(PlaceContext)!;
}

/** What follows the screen's name in the address: of /chat/UID the uid; undefined for nothing. */
export function useParam(): string | undefined {
  return useLocation().pathname.split('/')[2];
}
