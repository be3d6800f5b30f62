/** Narrower screens show the menu at their lower edge. */
const WIDE = '(width >= 40rem)';
const GAP_PX = 8;

/** Puts a dialog below a message, or above it where there is no room. */
export function placeBeside(dialog: HTMLElement, at: DOMRect, isMine: boolean): void {
  if (!matchMedia(WIDE).matches) return;
  const { offsetWidth, offsetHeight, style } = dialog;
  const below = at.bottom + GAP_PX;
  const top = below + offsetHeight + GAP_PX < innerHeight ? below : at.top - offsetHeight - GAP_PX;
  const left = isMine ? at.right - offsetWidth : at.left;
  style.top = `${Math.max(GAP_PX, Math.min(top, innerHeight - offsetHeight - GAP_PX))}px`;
  style.left = `${Math.max(GAP_PX, Math.min(left, innerWidth - offsetWidth - GAP_PX))}px`;
}
