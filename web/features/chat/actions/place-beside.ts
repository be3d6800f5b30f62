const GAP_PX = 8;

/** Puts a dialog at a side of a bubble, where it covers least of the others; over it only where no side has room. */
export function placeBeside(dialog: HTMLElement, bubble: HTMLElement, isMine: boolean): void {
  const { offsetWidth: width, offsetHeight: height, style } = dialog;
  // Without the scrollbar's gutter.
  const { clientWidth, clientHeight } = document.documentElement;
  const own = bubble.getBoundingClientRect();
  const all = [...document.querySelectorAll('[role=log] [data-bubble]')].map((each) => each.getBoundingClientRect());
  const aligned = isMine === (document.dir !== 'rtl') ? own.right - width : own.left;
  const besides = all.flatMap(({ left, right }) => [left - GAP_PX - width, right + GAP_PX]);
  const places = [own.bottom + GAP_PX, own.top - GAP_PX - height, own.top, own.bottom - height].flatMap((top) =>
    [aligned, ...besides].map((left) => {
      const place = new DOMRect(inside(left, clientWidth - width), inside(top, clientHeight - height), width, height);
      const covered = all.reduce((sum, each) => sum + overlap(place, each), 0);
      const cost = 1e6 * overlap(place, own) + 1e3 * covered + Math.abs(place.left - aligned);
      return { place, cost };
    }),
  );
  const { place } = places.reduce((best, each) => (each.cost < best.cost ? each : best));
  style.left = `${place.left}px`;
  // Browsers give a dialog both sides; from right to left this one would win.
  style.right = 'auto';
  style.top = `${place.top}px`;
}

function inside(value: number, end: number): number {
  return Math.max(GAP_PX, Math.min(value, end - GAP_PX));
}

function overlap(box: DOMRect, other: DOMRect): number {
  const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
  const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
  return Math.max(0, across) * Math.max(0, down);
}
