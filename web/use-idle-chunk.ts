import { useEffect, useEffectEvent, useState } from 'react';
import { loadChunk } from './load-chunk.ts';
import { whenIdle } from './when-idle.ts';

/** Loads code that no screen needs at first, when the browser is idle. null until then, and for good when it does not load. */
export function useIdleChunk<Chunk extends object>(load: () => Promise<Chunk>): Chunk | null {
  const [chunk, setChunk] = useState<Chunk | null>(null);
  const start = useEffectEvent(() => loadChunk(load).then(setChunk, console.info));
  useEffect(() => whenIdle(start), []);
  return chunk;
}
