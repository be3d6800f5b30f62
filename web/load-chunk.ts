import { CHUNK_LOAD_TIMEOUT_MS } from '#contract/limits.ts';

/** A code chunk, or 'Loading chunk failed' when it cannot be had or does not come in time (spec §8). */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Nothing came within ${CHUNK_LOAD_TIMEOUT_MS} ms.`)),
      CHUNK_LOAD_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([load(), timeout]);
  } catch (cause) {
    throw new Error(CHUNK_FAILED, { cause });
  } finally {
    clearTimeout(timer);
  }
}

export const CHUNK_FAILED = 'Loading chunk failed';
