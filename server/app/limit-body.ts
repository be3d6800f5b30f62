import type { MiddlewareHandler } from 'hono';
import { ProductError } from '#contract/errors.ts';
import { takesPicture } from '#server/features/photos/index.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { createRoom, RateLimitExceeded } from '#server/limits/index.ts';
import { clientSite } from '#server/network/client-network.ts';

const MAX_BYTES = 128 * 1024;
/** A larger body than a call for help has. */
const LARGE_BYTES = 4 * 1024;
/** Of a body whose length is not given. Each part costs as much as a kilobyte, so tiny ones would hold up other calls. */
const MAX_PARTS = 1_024;

/** For large bodies that have not come whole. */
const ROOM = { max: 512 * MAX_BYTES, maxOfOne: 32 * MAX_BYTES };
const RETRY_AFTER_S = 3;

/**
 * Refuses too large bodies, and large ones while others of their network come slowly. The routes of pictures have room and limits of
 * their own, and read nothing before they know the person and the length.
 */
export function limitBody(): MiddlewareHandler<ApiEnvironment> {
  const room = createRoom({ ...ROOM, refusal: () => new RateLimitExceeded((t) => t.tooManyLargeCalls, RETRY_AFTER_S) });
  return async (c, next) => {
    const { method, path } = c.req;
    if (takesPicture(method, path)) return next();
    const length = c.req.header('content-length');
    const isChunked = !length && c.req.header('transfer-encoding') !== undefined;
    const bytes = isChunked ? MAX_BYTES : Number(length ?? 0);
    if (bytes > MAX_BYTES) throw new ProductError('too_large');
    if (bytes < LARGE_BYTES) return next();
    const incoming = c.env?.incoming;
    const place = room.take([clientSite(c.var.address)], bytes, () => incoming?.destroy());
    incoming?.once('end', place.release);
    try {
      if (isChunked) c.req.raw = await readChunks(c.req.raw);
      await next();
    } finally {
      place.release();
    }
  };
}

async function readChunks(request: Request): Promise<Request> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Without `preventCancel` a refusal would close the connection before it is sent.
  for await (const part of request.body?.values({ preventCancel: true }) ?? []) {
    bytes += part.length;
    if (parts.push(part) > MAX_PARTS || bytes > MAX_BYTES) throw new ProductError('too_large');
  }
  return new Request(request, { body: Buffer.concat(parts) });
}
