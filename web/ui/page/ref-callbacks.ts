/**
 * Ref for a screen's heading. After a change of screen the frame focuses the heading, or <main> while there is none yet;
 * a heading that appears later takes the focus over from <main>.
 */
export function focusHeading(heading: HTMLElement | null): void {
  if (heading && document.activeElement === heading.closest('main')) heading.focus({ preventScroll: true });
}

/** Ref for the heading of a further step on the same screen: the button that led there is gone, and had the focus. */
export function focusNextStep(heading: HTMLElement | null): void {
  if (heading && document.activeElement === document.body) heading.focus({ preventScroll: true });
}

/** Ref for an element that must be seen when it appears: scrolls the page just far enough. */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Ref for an element that has the focus when it appears. */
export function focus(element: HTMLElement | null): void {
  element?.focus();
}
