import { useIsScreenLoading } from '../screen-loading.ts';

/** A line in the mood colours below the header while the next screen's code is loading. It appears after a delay. */
export function LoadingLine() {
  if (!useIsScreenLoading()) return null;
  return (
    <div aria-hidden="true" className="absolute inset-x-0 -bottom-0.5 flex h-0.75 animate-appear">
      <span className="grow animate-breathe bg-mood-green" />
      <span className="grow animate-breathe bg-mood-purple" />
      <span className="grow animate-breathe bg-mood-yellow" />
      <span className="grow animate-breathe bg-mood-dark" />
    </div>
  );
}
