import { CHUNK_LOAD_TIMEOUT_MS } from '#contract/limits.ts';
import { pendingWork } from './pending-work.ts';

/** Loads a code chunk. Throws 'Loading chunk failed' after an error or 120 s (spec §8). */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The chunk did not load within ${CHUNK_LOAD_TIMEOUT_MS} ms.`)),
      CHUNK_LOAD_TIMEOUT_MS,
    );
  });
  try {
    return await pendingWork.track(Promise.race([load(), timeout]));
  } catch (cause) {
    throw new Error(CHUNK_FAILED, { cause });
  } finally {
    clearTimeout(timer);
  }
}

export const CHUNK_FAILED = 'Loading chunk failed';
