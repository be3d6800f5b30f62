import { type ComponentProps, type ComponentType, createElement, type ReactNode, useEffect } from 'react';
import { createStore, useStore } from '../store.ts';
import { loadChunk } from './load-chunk.ts';
import { idle, pendingWork } from './pending-work.ts';

const RETRY_MS = 15_000;

/**
 * A hook for code that no screen needs to be shown: null until it has arrived. After a failure it tries again.
 * @param isPatient it is loaded when the browser is idle
 */
export function createLateChunk<Chunk>(
  load: () => Promise<Chunk>,
  isPatient = false,
): (isWanted?: boolean) => Chunk | null {
  const loaded = createStore<Chunk | null>(null);
  let isLoading = false;

  function begin() {
    if (isLoading || loaded.get() !== null) return;
    isLoading = true;
    const loading = isPatient ? pendingWork.track(idle().then(() => loadChunk(load))) : loadChunk(load);
    loading.then(loaded.set, (error) => {
      console.info('Some code could not be loaded yet.', error);
      isLoading = false;
      setTimeout(begin, RETRY_MS);
    });
  }

  return function useLateChunk(isWanted = true) {
    useEffect(() => {
      if (isWanted) begin();
    }, [isWanted]);
    return useStore(loaded);
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
