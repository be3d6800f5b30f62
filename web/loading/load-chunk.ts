import { CHUNK_LOAD_TIMEOUT_MS } from '#contract/sizes.ts';
import * as t from '#language';
import { withTimeout } from '../with-timeout.ts';
import { pendingWork } from './pending-work.ts';

const TOO_LATE = `The chunk did not load within ${CHUNK_LOAD_TIMEOUT_MS} ms.`;

/** Loads a code chunk. Throws 'Loading chunk failed' after an error or 120 s (spec §8). */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await pendingWork.track(withTimeout(load(), CHUNK_LOAD_TIMEOUT_MS, TOO_LATE));
  } catch (cause) {
    throw new Error(CHUNK_FAILED, { cause });
  }
}

export const CHUNK_FAILED = t.loadingChunkFailed;
