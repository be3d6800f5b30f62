import { useEffect, useState } from 'react';
import { loadChunk } from './load-chunk.ts';
import { whenIdle } from './when-idle.ts';

const RETRY_MS = 15_000;

/** Loads a chunk that no first paint needs, once the browser is idle. null until then. @param load always the same function */
export function useIdleChunk<Chunk>(load: () => Promise<Chunk>): Chunk | null {
  const [chunk, setChunk] = useState<Chunk | null>(null);
  useEffect(() => {
    const attempt = () =>
      whenIdle(() => {
        loadChunk(load).then(setChunk, () => setTimeout(attempt, RETRY_MS));
      });
    attempt();
  }, [load]);
  return chunk;
}
