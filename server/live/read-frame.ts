import { ProductError } from '#contract/errors.ts';
import { type ClientFrame, clientFrameSchema } from '#contract/live.ts';
import { eventFrame, type Listener } from './socket-registry.ts';

/** What becomes of a frame that a person sent. */
export type FrameHandler = (from: Listener, frame: ClientFrame) => Promise<void>;

/** Reads a frame and hands it on; one that cannot be read or is refused is answered with `rejected`. */
export function readFrame(text: string, from: Listener, onFrame: FrameHandler): void {
  const input = parse(text);
  const frame = clientFrameSchema.safeParse(input);
  if (!frame.success) {
    reject(from, input, new ProductError('invalid', frame.error.issues[0]?.message));
    return;
  }
  onFrame(from, frame.data).catch((error: unknown) => {
    if (error instanceof ProductError && error.code !== 'unavailable') reject(from, input, error);
    // Whether it was stored is not known: the browser comes back and sends it again, under the same id.
    else from.close(1013, 'try again later');
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reject(from: Listener, input: unknown, error: ProductError): void {
  const id =
    typeof input === 'object' && input !== null && 'id' in input && typeof input.id === 'string' ? input.id : null;
  from.send(eventFrame({ type: 'rejected', id, error: error.view }));
}
