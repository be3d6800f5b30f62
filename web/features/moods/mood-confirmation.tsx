import type { RefCallback } from 'react';
import type { SharedMood } from '#contract/views.ts';
import { useStore } from '#web/store.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { hasAskBar } from './ask-bar.ts';
import { ReachWords } from './reach-words-line.tsx';

/** The mood that was shared. Who hears of it is said by the bar about the ask, once that is there. */
export function MoodConfirmation({ shared }: { shared: SharedMood }) {
  const saysReach = !useStore(hasAskBar) || shared.textsLimited;
  return (
    <div
      ref={keepInView}
      className="flex animate-rise flex-wrap items-center gap-4 rounded-3xl bg-surface p-4 shadow-soft"
    >
      <Bubble mood={shared.mood} />
      <div className="min-w-0 grow basis-40">
        <p className="font-semibold text-lg">
          Your current <span className="whitespace-nowrap">mood : {shared.mood}</span>
        </p>
        {saysReach && <ReachWords shared={shared} />}
      </div>
    </div>
  );
}

/** The bar about the ask comes a moment later, and would cover the end of the screen. */
const BAR_COMES_MS = 3_000;

const keepInView: RefCallback<HTMLElement> = (element) => {
  if (element === null) return;
  const show = () => element.scrollIntoView({ block: 'nearest' });
  show();
  // The bar makes room below the screen: see mood-notice.tsx. In low windows it covers nothing and shows itself: it has the undo.
  const isCovered = () => getComputedStyle(document.documentElement).getPropertyValue('--footer-height') !== '0px';
  const sizes = new ResizeObserver(() => isCovered() && show());
  sizes.observe(element.closest('main')!, { box: 'border-box' });
  const timer = setTimeout(() => sizes.disconnect(), BAR_COMES_MS);
  return () => {
    clearTimeout(timer);
    sizes.disconnect();
  };
};
