import { use } from 'react';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';

/** In ms from the app's start. The first screen's code is requested together with the app's (`bin/build/screen-pages.ts`). */
const WAIT_MS = 200;

let wait: Promise<void> | null = new Promise((resolve) => {
  setTimeout(() => {
    wait = null;
    resolve();
  }, WAIT_MS);
});

/**
 * Stands in for a screen while its code loads. The first paint waits for the code for a moment: React shows a placeholder for 300 ms
 * at least, and the screen asks for its data only after that.
 */
export function ScreenPlaceholder() {
  if (wait) use(wait);
  return <PageSkeleton />;
}
