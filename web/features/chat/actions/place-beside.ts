/** Narrower screens show the menu at their lower edge, where the thumb is. */
const WIDE = '(width >= 40rem)';
const GAP_PX = 8;

/** Puts a dialog below a message, or above it where there is no room. It covers the message only where neither has room. */
export function placeBeside(dialog: HTMLElement, at: DOMRect, isMine: boolean): void {
  const { style } = dialog;
  style.inset = '';
  const above = at.top - dialog.offsetHeight - GAP_PX;
  if (matchMedia(WIDE).matches) {
    const below = at.bottom + GAP_PX;
    const top = below + dialog.offsetHeight + GAP_PX < innerHeight ? below : above;
    const left = isMine ? at.right - dialog.offsetWidth : at.left;
    style.top = `${Math.max(GAP_PX, Math.min(top, innerHeight - dialog.offsetHeight - GAP_PX))}px`;
    style.left = `${Math.max(GAP_PX, Math.min(left, innerWidth - dialog.offsetWidth - GAP_PX))}px`;
  } else if (dialog.getBoundingClientRect().top < at.bottom && above >= GAP_PX) {
    style.inset = `${above}px 0 auto`;
  }
}
