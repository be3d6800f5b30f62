/** Ref for a screen's heading that may come after the frame has focused <main>: it takes the focus over. */
export function focusHeading(heading: HTMLElement | null): void {
  if (heading && document.activeElement === heading.closest('main')) heading.focus({ preventScroll: true });
}

/** Ref for the heading of a further step on the same screen: the button that led there is gone, and had the focus. */
export function focusNextStep(heading: HTMLElement | null): void {
  if (!heading || document.activeElement !== document.body) return;
  heading.focus({ preventScroll: true });
  scrollIntoView(heading);
}

/** Ref for an element that must be seen when it appears: scrolls the page just far enough. */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Ref that marks the root element while this element is there: in low windows the frame leaves a chat more room (`styles.css`). */
export function markRoot(mark: string) {
  return (element: HTMLElement | null) => {
    document.documentElement.toggleAttribute(`data-${mark}`, element !== null);
  };
}

export function focus(element: HTMLElement | null): void {
  element?.focus();
}
