import { useEffect } from 'react';
import { pendingWork, whenIdle } from '#web/loading/pending-work.ts';
import { queries } from '#web/query-cache.ts';

const INPUTS = ['pointerdown', 'keydown', 'click', 'input', 'popstate', 'resize'];

/**
 * Sets `data-settled` on the root element while the screen is complete: nothing is fetched, loaded or moving, and no placeholder
 * is shown. Tests wait for it. An input takes it away at once, before the browser has done what was asked for. Renders nothing.
 */
export function MarkSettled() {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let changes = 0;

    function onChange() {
      delete dataset.settled;
      changes += 1;
      const seen = changes;
      whenIdle(() => seen === changes && markSettled());
    }

    function markSettled() {
      content.disconnect();
      if (pendingWork.count.get() > 0 || queries.isFetching() > 0) return;
      // React shows what has loaded up to 300 ms later.
      if (document.querySelector('[data-placeholder]')) {
        content.observe(document.body, { childList: true, subtree: true });
        return;
      }
      const moving = document.getAnimations().filter(isMoving);
      if (moving.length === 0) dataset.settled = '';
      else Promise.allSettled(moving.map(({ finished }) => finished)).then(onChange);
    }

    const content = new MutationObserver(onChange);
    const stops = [
      pendingWork.count.subscribe(onChange),
      queries.getQueryCache().subscribe(onChange),
      () => content.disconnect(),
    ];
    for (const input of INPUTS) window.addEventListener(input, onChange, { capture: true });
    onChange();
    return () => {
      changes += 1;
      for (const stop of stops) stop();
      for (const input of INPUTS) window.removeEventListener(input, onChange, { capture: true });
    };
  }, []);

  return null;
}

/** Not for signs that something goes on: they move without end. */
function isMoving({ playState, effect }: Animation): boolean {
  return playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
}
