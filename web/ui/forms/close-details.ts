/** Closes the `details` around an element. Its summary gets the focus, which was in what is hidden now. */
export function closeDetails(inside: Element): void {
  const details = inside.closest('details')!;
  details.open = false;
  details.querySelector('summary')!.focus();
}
