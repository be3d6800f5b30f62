import { type RefCallback, useCallback } from 'react';

let kept = 0;

/** Keeps how far the list of chats is scrolled when another chat's screen shows it anew. */
export function useScrollRestoration(): RefCallback<HTMLElement> {
  return useCallback((list: HTMLElement | null) => {
    if (list === null) return;
    // Any move, even one to where it is, would have the browser lay out the page before all else.
    if (kept > 0) list.scrollTop = kept;
    return () => {
      kept = list.scrollTop;
    };
  }, []);
}
