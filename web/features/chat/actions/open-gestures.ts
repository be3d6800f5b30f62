const HOLD_MS = 500;
/** A finger that moves further scrolls. */
const MOVES_PX = 10;

export function messageAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-message]') : null;
}

/**
 * Calls `open` with the message on which somebody right-clicks, presses and holds, or presses Enter, Shift+F10 or the menu key. On
 * links and selected words the browser's own menu stays. `signal` ends it.
 */
export function listenForOpening(box: HTMLElement, open: (message: HTMLElement) => void, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  const stop = () => clearTimeout(timer);

  function onContextMenu(event: MouseEvent) {
    const message = messageAt(event.target);
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
    const isBrowsers = !isTouch && (isOnLink(event.target) || !getSelection()?.isCollapsed);
    if (message === null || isBrowsers || (isTouch && isOnLink(event.target))) return;
    event.preventDefault();
    stop();
    open(message);
  }

  function onPointerDown(event: PointerEvent) {
    stop();
    const message = messageAt(event.target);
    if (event.pointerType === 'mouse' || message === null || isOnLink(event.target)) return;
    from = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => {
      // Lifted, the finger would press what the menu has put below it.
      message.addEventListener('touchend', (lift) => lift.preventDefault(), { once: true, passive: false, signal });
      open(message);
    }, HOLD_MS);
  }

  function onPointerMove({ clientX, clientY }: PointerEvent) {
    if (Math.hypot(clientX - from.x, clientY - from.y) > MOVES_PX) stop();
  }

  function onKeyDown(event: KeyboardEvent) {
    const message = messageAt(event.target);
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (message === null || message !== event.target || !(event.key === 'Enter' || isMenuKey)) return;
    event.preventDefault();
    open(message);
  }

  box.addEventListener('contextmenu', onContextMenu, { signal });
  box.addEventListener('pointerdown', onPointerDown, { signal });
  box.addEventListener('pointermove', onPointerMove, { signal });
  for (const type of ['pointerup', 'pointercancel', 'scroll'] as const) box.addEventListener(type, stop, { signal });
  box.addEventListener('keydown', onKeyDown, { signal });
  signal.addEventListener('abort', stop);
}

function isOnLink(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a') !== null;
}
