/**
 * A ref for a screen's heading. The frame moves the focus to it on arrival, and to the content's box when it is still to
 * come: then it takes the focus from there.
 */
export function lateHeading(heading: HTMLElement | null): void {
  if (heading && document.activeElement === heading.closest('main')) heading.focus({ preventScroll: true });
}
