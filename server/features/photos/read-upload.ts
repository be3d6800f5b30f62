import type { Place, Room } from '#server/limits/index.ts';
import { COPIES_OF_UPLOAD } from './memory-limit.ts';

const STALLED_MS = 5_000;

/**
 * Takes room as bytes come: fewer than announced after a standstill.
 * @param whose whom the room is for
 * @throws {RateLimitExceeded} without room, or when a newcomer got it
 */
export async function readUpload(
  body: ReadableStream<Uint8Array> | null,
  memory: Room,
  whose: string[],
): Promise<{ bytes: Buffer; place: Place }> {
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  const cancel = () => void reader?.cancel();
  const place = memory.take(whose, 0, cancel);
  const stalled = setTimeout(cancel, STALLED_MS);
  let length = 0;
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader!.read()) {
      stalled.refresh();
      place.grow(COPIES_OF_UPLOAD * part.value.length);
      chunks.push(part.value);
      length += part.value.length;
    }
    place.keep();
    return { bytes: Buffer.concat(chunks, length), place };
  } catch (error) {
    place.release();
    throw error;
  } finally {
    clearTimeout(stalled);
  }
}
