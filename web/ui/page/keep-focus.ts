/** After it, no part of the app gives the focus to something else any more. */
const SETTLED_MS = 100;

const CONTROL = 'a, button, input, select, textarea, label, summary, [tabindex]';

/**
 * When the control that has the focus goes, with its use or with time, the focus falls to the body, and the next Tab would begin at
 * the top of the page. Then the nearest part of the page that is still there and can have the focus (`tabindex`) gets it, or the
 * screen's heading; while a dialog is open, the first control in it. @returns stops that
 */
export function keepFocus(): () => void {
  let focused: Element | null = null;
  let places: HTMLElement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Without boxes: it is gone, or hidden. */
  const isLost = () => document.activeElement === document.body && focused?.getClientRects().length === 0;

  function note({ target }: FocusEvent) {
    focused = target as Element;
    places = [];
    for (let place = focused.parentElement; place && place.tagName !== 'MAIN'; place = place.parentElement)
      if (place.hasAttribute('tabindex')) places.push(place);
  }

  function giveBack() {
    if (!isLost()) return;
    const place = places.find(
      (each) => each.isConnected && (each.tabIndex === 0 || each.querySelector('a[href], button')),
    );
    // `note` follows. When nothing could take the focus, the next change of the page tries again.
    if (place) return place.focus({ preventScroll: true });
    const dialog = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1);
    if (dialog) dialog.querySelector<HTMLElement>(CONTROL)?.focus();
    else focusScreen();
  }

  const observer = new MutationObserver(() => {
    if (!isLost()) return;
    clearTimeout(timer);
    timer = setTimeout(giveBack, SETTLED_MS);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', note, { signal });
  // A press beside all controls takes the focus away on purpose.
  const forget = ({ target }: PointerEvent) => {
    if (!(target as Element).closest(CONTROL)) focused = null;
  };
  document.addEventListener('pointerdown', forget, { signal });
  return () => {
    stopping.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
}

/** Moves the focus to the screen's heading. */
export function focusScreen(): void {
  const heading = document.querySelector<HTMLElement>('main h1[tabindex]');
  heading?.focus({ preventScroll: true });
  // There is none, or it is hidden while a screen loads.
  if (document.activeElement !== heading) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}
