/** Where the app is, and the way elsewhere. The library matches addresses, and tells of changes of the history. */
import { createContext, type ReactNode, startTransition, use, useLayoutEffect, useState } from 'react';
import { Router as LibraryRouter } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

export { Route, Switch, useParams } from 'wouter';
export { navigate };

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

const EVENTS = ['popstate', 'pushState', 'replaceState', 'hashchange'];

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
    const onChange = (event: Event) => startTransition(() => setPlace(readPlace(event)));
    for (const event of EVENTS) window.addEventListener(event, onChange);
    return () => {
      for (const event of EVENTS) window.removeEventListener(event, onChange);
    };
  }, []);
  return (
    <PlaceContext value={place}>
      <LibraryRouter hook={usePath}>{children}</LibraryRouter>
    </PlaceContext>
  );
}

export function useLocation(): Place {
  return use(PlaceContext)!;
}

function usePath(): [string, typeof navigate] {
  return [useLocation().pathname, navigate];
}
