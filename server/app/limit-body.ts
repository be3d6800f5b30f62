import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ProductError } from '#contract/errors.ts';
import { takesPicture } from '#server/features/photos/index.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { createRoom, RateLimitExceeded } from '#server/limits/index.ts';
import { clientSite } from '#server/network/client-network.ts';

const MAX_BYTES = 128 * 1024;
/** A larger body than a call for help has. */
const LARGE_BYTES = 4 * 1024;

/** For large bodies that have not come whole. */
const ROOM = { max: 512 * MAX_BYTES, maxOfOne: 32 * MAX_BYTES };
const RETRY_AFTER_S = 3;

/**
 * Refuses too large bodies, and large ones while others of their network come slowly. The routes of pictures have room and limits of
 * their own, and read nothing before they know the person and the length.
 */
export function limitBody(): MiddlewareHandler<ApiEnvironment> {
  const limit = bodyLimit({ maxSize: MAX_BYTES, onError: () => Promise.reject(new ProductError('too_large')) });
  const room = createRoom({ ...ROOM, refusal: () => new RateLimitExceeded((t) => t.tooManyLargeCalls, RETRY_AFTER_S) });
  return async (c, next) => {
    const { method, path } = c.req;
    if (takesPicture(method, path)) return next();
    const length = c.req.header('content-length');
    const bytes = length ? Number(length) : c.req.header('transfer-encoding') ? MAX_BYTES : 0;
    const isLarge = bytes >= LARGE_BYTES && bytes <= MAX_BYTES;
    if (!isLarge) return limit(c, next);
    const incoming = c.env?.incoming;
    const place = room.take([clientSite(c.var.address)], bytes, () => incoming?.destroy());
    incoming?.once('end', place.release);
    try {
      return await limit(c, next);
    } finally {
      place.release();
    }
  };
}
