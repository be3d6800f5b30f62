import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import { ERRORS, ProductError } from '#contract/errors.ts';
import { RateLimitExceeded } from '#server/limits/index.ts';

/** Translates an error into its answer, once for the whole API; only the unexpected is logged as an error. */
export function errorResponse(error: Error, log: Logger): Response {
  const known = asProductError(error);
  if (known.code === 'unexpected') log.error({ err: error }, 'a request failed');
  if (known.code === 'unavailable') log.warn({ err: error }, 'a request has to be made again later');
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (known.code === 'unavailable') headers.set('retry-after', '5');
  if (known instanceof RateLimitExceeded) headers.set('retry-after', String(known.retryAfterSeconds));
  // The rest of it is never read, and nothing else can come after it.
  if (known.code === 'too_large') headers.set('connection', 'close');
  return Response.json({ error: known.view }, { status: ERRORS[known.code].status, headers });
}

/** What may be told of an error. */
export function asProductError(error: Error): ProductError {
  if (error instanceof ProductError) return error;
  if (error instanceof HTTPException && error.status < 500)
    return new ProductError(error.status === 413 ? 'too_large' : 'invalid');
  if (isOutage(error)) return new ProductError('unavailable');
  if (isAboutNobody(error)) return new ProductError('not_found');
  return new ProductError('unexpected');
}

/**
 * The database is away or too slow: connections refused, broken or not to be had, time-outs (SQLSTATE classes 08, 53, 57);
 * a lock that was not to be had in time (55P03); a standby that takes no writes (25006); its name not to be found, as that of a container that is stopped, or its host
 * not to be reached. Or the system has no more files to open.
 */
function isOutage(error: Error): boolean {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return (
    /^(08|53|57)|^25006|^55P03|^E(CONN|PIPE|NOENT|NOTFOUND|AI_AGAIN|HOST|NET|[MN]FILE|TIMEDOUT)/.test(code) ||
    /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(message)
  );
}

/** foreign_key_violation: all foreign keys are to people, and this one has left in this moment. */
function isAboutNobody(error: Error): boolean {
  return (error as { code?: string }).code === '23503';
}
