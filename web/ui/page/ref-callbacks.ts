/** A ref for what must be seen when it appears: the page moves just as far as it takes, clear of the frame's bars. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
