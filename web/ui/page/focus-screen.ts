/** Moves the focus to the screen's heading. For a control that goes when it is used: the focus would go with it. */
export function focusScreen(): void {
  const heading = document.querySelector<HTMLElement>('main h1[tabindex]');
  heading?.focus({ preventScroll: true });
  // There is none, or it is hidden while a screen loads.
  if (document.activeElement !== heading) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}
