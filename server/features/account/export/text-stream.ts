/** Longer than HTTP keeps idle connections, so the reader is gone. */
const READ_TIMEOUT_MS = 90_000;

/** Resolves with the first chunk, so that an earlier error gets its status. @param readTimeoutMs without a read */
export async function createTextStream(
  chunks: AsyncGenerator<string | Uint8Array<ArrayBuffer>>,
  readTimeoutMs = READ_TIMEOUT_MS,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string | Uint8Array<ArrayBuffer>>> | undefined = Promise.resolve(
    await chunks.next(),
  );
  let timeout: NodeJS.Timeout | undefined;
  return new ReadableStream(
    {
      start(controller) {
        timeout = setTimeout(() => {
          controller.error(new Error('The response was not read'));
          void chunks.return(undefined);
        }, readTimeoutMs).unref();
      },
      async pull(controller) {
        const { done, value } = await (next ?? chunks.next());
        next = undefined;
        if (done) {
          clearTimeout(timeout);
          controller.close();
        } else {
          controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
          timeout?.refresh();
        }
      },
      async cancel() {
        clearTimeout(timeout);
        await chunks.return(undefined);
      },
    },
    // No buffering ahead of the reader.
    { highWaterMark: 0 },
  );
}
