import { COPIES_OF_UPLOAD, type MemoryLimit } from './memory-limit.ts';

const STALLED_MS = 5_000;

/** Reserves memory as bytes come: fewer than announced after a standstill. @throws {RateLimitExceeded} without room */
export async function readUpload(
  body: ReadableStream<Uint8Array> | null,
  memory: MemoryLimit,
  network: string,
): Promise<{ bytes: Buffer; release(): void }> {
  const chunks: Uint8Array[] = [];
  const reserved: (() => void)[] = [];
  const release = () => {
    for (const giveBack of reserved) giveBack();
  };
  const reader = body?.getReader();
  const stalled = setTimeout(() => void reader?.cancel(), STALLED_MS);
  let length = 0;
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader!.read()) {
      stalled.refresh();
      reserved.push(memory.reserve(network, COPIES_OF_UPLOAD * part.value.length));
      chunks.push(part.value);
      length += part.value.length;
    }
    return { bytes: Buffer.concat(chunks, length), release };
  } catch (error) {
    release();
    throw error;
  } finally {
    clearTimeout(stalled);
  }
}
