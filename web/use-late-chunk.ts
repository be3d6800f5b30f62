import {
  type ComponentProps,
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { loadChunk } from './load-chunk.ts';
import { neededWork, pendingWork } from './pending-work.ts';

const RETRY_MS = 15_000;

/**
 * Code that no screen needs to be shown; null until it has arrived. After a failure it tries again.
 * @param isPatient it is loaded when the browser is idle
 */
export function useLateChunk<Chunk>(isWanted: boolean, load: () => Promise<Chunk>, isPatient = false): Chunk | null {
  const [loaded, setLoaded] = useState<Chunk | null>(null);
  const begin = useEffectEvent(load);

  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tryToLoad = () => {
      const loading = isPatient ? pendingWork.track(idle().then(() => loadChunk(begin))) : loadChunk(begin);
      loading.then(setLoaded, (error) => {
        console.info('Some code could not be loaded yet.', error);
        timer = setTimeout(tryToLoad, RETRY_MS);
      });
    };
    tryToLoad();
    return () => clearTimeout(timer);
  }, [isWanted, isPatient]);

  return loaded;
}

/** A hook as `useLateChunk`, for code that several screens show: from the second time on it is there at once. */
export function createLateChunk<Chunk>(
  load: () => Promise<Chunk>,
  isPatient = false,
): (isWanted?: boolean) => Chunk | null {
  let kept: Chunk | null = null;
  return function useKeptChunk(isWanted = true) {
    const keep = async () => (kept = await load());
    const loaded = useLateChunk(isWanted && kept === null, keep, isPatient);
    return loaded ?? kept;
  };
}

/** A component whose code is loaded when the browser is idle. @param fallback stands in its place until then */
// biome-ignore lint/suspicious/noExplicitAny: with any properties
export function late<Name extends string, Chunk extends Record<Name, ComponentType<any>>>(
  load: () => Promise<Chunk>,
  name: Name,
  fallback: ReactNode = null,
): (props: ComponentProps<Chunk[Name]>) => ReactNode {
  const useLoaded = createLateChunk(load, true);
  return function Late(props) {
    const chunk = useLoaded();
    return chunk ? createElement(chunk[name], props) : fallback;
  };
}

/** Waits until the screen can be used, and the browser is idle: what is loaded after that is no part of the first load. */
export async function idle(): Promise<void> {
  const { count } = neededWork;
  do {
    while (count.get() > 0)
      await new Promise<void>((resolve) => {
        const stop = count.subscribe(() => resolve(stop()));
      });
    await new Promise<void>(whenIdle);
  } while (count.get() > 0);
}

/** Runs work when the browser is idle, after two seconds at the latest. Safari has no `requestIdleCallback`. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work, 1_000);
}
