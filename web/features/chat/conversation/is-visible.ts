/** False while the page is behind another tab or the screen is locked. */
export function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
