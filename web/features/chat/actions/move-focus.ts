import { inNextFrames } from './in-next-frames.ts';
import { messageAt } from './open-gestures.ts';

/** More than a list needs to render the next message. */
const FRAMES = 10;

/** Lets the arrow keys move the focus from message to message: from the list to the last visible one. `signal` ends it. */
export function listenForArrows(box: HTMLElement, signal: AbortSignal): void {
  function onKeyDown(event: KeyboardEvent) {
    const isUp = event.key === 'ArrowUp';
    if ((!isUp && event.key !== 'ArrowDown') || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    const current = event.target === box ? null : messageAt(event.target);
    if (current && hasMore(box, current, isUp)) return;
    if (current === null && !isUp) return;
    event.preventDefault();
    const next = current ? neighbour(box, current, isUp) : lastVisible(box);
    if (next) focus(next);
    else if (current) scrollToNext(box, current, isUp);
  }

  box.addEventListener('keydown', onKeyDown, { signal });
}

/** Whether a message that is taller than the list has more to show in this direction: then the browser scrolls. */
function hasMore(box: HTMLElement, message: HTMLElement, isUp: boolean): boolean {
  const [outer, inner] = [box.getBoundingClientRect(), message.getBoundingClientRect()];
  return isUp ? inner.top < outer.top - 1 : inner.bottom > outer.bottom + 1;
}

function messagesIn(box: HTMLElement): HTMLElement[] {
  const top = (element: HTMLElement) => element.getBoundingClientRect().top;
  return [...box.querySelectorAll<HTMLElement>('[data-message]')].sort((one, other) => top(one) - top(other));
}

function neighbour(box: HTMLElement, message: HTMLElement, isUp: boolean): HTMLElement | undefined {
  const all = messagesIn(box);
  return all[all.indexOf(message) + (isUp ? -1 : 1)];
}

function lastVisible(box: HTMLElement): HTMLElement | undefined {
  const { bottom } = box.getBoundingClientRect();
  return messagesIn(box).findLast((message) => message.getBoundingClientRect().top < bottom - 8);
}

function focus(message: HTMLElement): void {
  message.focus({ preventScroll: true });
  message.scrollIntoView({ block: 'nearest' });
}

/** The next message is not rendered yet: scroll a little, and try again for some frames. */
function scrollToNext(box: HTMLElement, from: HTMLElement, isUp: boolean): void {
  box.scrollBy({ top: isUp ? -80 : 80 });
  inNextFrames(FRAMES, () => {
    const next = from.isConnected ? neighbour(box, from, isUp) : undefined;
    if (next) focus(next);
    return next !== undefined;
  });
}
