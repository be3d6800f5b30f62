import { inNextFrames } from './in-next-frames.ts';
import { messageAt } from './open-gestures.ts';
import type { JumpingList } from './use-jump.ts';

/** More than a list needs to render the next message. */
const FRAMES = 10;

/** Moves the focus to the message before or after the one that has it, with the arrow keys; from the list to the last visible one. */
export function moveFocus(event: KeyboardEvent, { items, box, list }: JumpingList): void {
  const isUp = event.key === 'ArrowUp';
  if ((!isUp && event.key !== 'ArrowDown') || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const outer = box.current!;
  const current = event.target === outer ? null : messageAt(event.target);
  if (current ? hasMore(outer, current, isUp) : !isUp) return;
  event.preventDefault();
  const from = items.findIndex(({ id }) => id === (current ?? lastVisible(outer))?.dataset.message);
  const index = current === null ? from : from + (isUp ? -1 : 1);
  const next = items[index];
  if (!next || focusOn(outer, next.id)) return;
  list.current?.scrollToIndex(index, { align: isUp ? 'start' : 'end' });
  inNextFrames(FRAMES, () => focusOn(outer, next.id));
}

/** Whether a message that is taller than the list has more to show in this direction: then the browser scrolls. */
function hasMore(box: HTMLElement, message: HTMLElement, isUp: boolean): boolean {
  const [outer, inner] = [box.getBoundingClientRect(), message.getBoundingClientRect()];
  return isUp ? inner.top < outer.top - 1 : inner.bottom > outer.bottom + 1;
}

function lastVisible(box: HTMLElement): HTMLElement | undefined {
  const { bottom } = box.getBoundingClientRect();
  const messages = [...box.querySelectorAll<HTMLElement>('[data-message]')];
  return messages.findLast((message) => message.getBoundingClientRect().top < bottom - 8);
}

/** @returns whether the message is rendered */
function focusOn(box: HTMLElement, id: string): boolean {
  const message = box.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
  message?.focus({ preventScroll: true });
  message?.scrollIntoView({ block: 'nearest' });
  return message !== null;
}
