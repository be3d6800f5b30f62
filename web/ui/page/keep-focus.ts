import type { RefCallback } from 'react';
import { focusScreen } from './focus-screen.ts';

/**
 * Ref for an element whose controls come and go with time: when the control that has the focus goes, the element gets it, or the
 * screen's heading if no control is left. Otherwise the next Tab would begin at the top of the page.
 */
export const keepFocus: RefCallback<HTMLElement> = (element) => {
  if (element === null) return;
  let focused: Node | null = null;
  const note = ({ target }: FocusEvent) => {
    focused = target as Node;
  };
  // Some browsers blur what is removed. Only a control that is still there was left by the person.
  const forget = () =>
    queueMicrotask(() => {
      if (focused?.isConnected && focused !== document.activeElement) focused = null;
    });
  const observer = new MutationObserver(() => {
    if (focused === null || focused.isConnected || document.activeElement !== document.body) return;
    focused = null;
    if (element.querySelector('a[href], button')) element.focus({ preventScroll: true });
    else focusScreen();
  });
  element.addEventListener('focusin', note);
  element.addEventListener('focusout', forget);
  observer.observe(element, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    element.removeEventListener('focusin', note);
    element.removeEventListener('focusout', forget);
  };
};
