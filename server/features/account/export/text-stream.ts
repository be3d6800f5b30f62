/** Longer than an HTTP connection stands without a byte: so what comes to this has no reader at all, or lost it unseen. */
const UNREAD_FOR_MS = 90_000;

/**
 * Pieces of text as the body of an answer: the next one is asked for when there is room, and none when nobody listens.
 * It is there with the first piece, so that what fails before can still be answered with a status.
 * @param unreadForMs after so long without a reader the pieces end
 */
export async function streamOf(
  pieces: AsyncGenerator<string>,
  unreadForMs = UNREAD_FOR_MS,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string>> | undefined = Promise.resolve(await pieces.next());
  let unread: NodeJS.Timeout | undefined;
  return new ReadableStream(
    {
      start(controller) {
        unread = setTimeout(() => {
          controller.error(new Error('nobody read'));
          void pieces.return(undefined);
        }, unreadForMs).unref();
      },
      async pull(controller) {
        const { done, value } = await (next ?? pieces.next());
        next = undefined;
        if (done) {
          clearTimeout(unread);
          controller.close();
        } else {
          controller.enqueue(encoder.encode(value));
          unread?.refresh();
        }
      },
      async cancel() {
        clearTimeout(unread);
        await pieces.return(undefined);
      },
    },
    // Nothing is fetched ahead of who reads.
    { highWaterMark: 0 },
  );
}
