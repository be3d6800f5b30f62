import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import { ERRORS, ProductError } from '#contract/errors.ts';
import type { Words } from '#languages';
import { SQL_STATE, sqlState } from '#server/database/sql-state.ts';
import { RateLimitExceeded } from '#server/limits/index.ts';
import { logRepeated } from '#server/logging/log-repeated.ts';

/** Lines of one kind of failure within a minute: callers may have found a request that always fails. */
const MOST_FAILURES = 30;

/**
 * Translates an error into a response, once for the whole API. Only unexpected errors are logged as errors.
 * @param t the words of the caller's language; English for programs
 */
export function errorResponse(error: Error, log: Logger, t?: Words): Response {
  const known = asProductError(error);
  if (known.code === 'unexpected') logRepeated(log, 'error', 'a request failed', { err: error }, MOST_FAILURES);
  if (known.code === 'unavailable') logRepeated(log, 'warn', 'a request was answered with 503', { err: error });
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (known.code === 'unavailable') headers.set('retry-after', '5');
  if (known instanceof RateLimitExceeded) headers.set('retry-after', String(known.retryAfterSeconds));
  // The rest of the body is not read, so the connection cannot carry another request.
  if (known.code === 'too_large') headers.set('connection', 'close');
  return Response.json({ error: known.view(t) }, { status: ERRORS[known.code], headers });
}

export function asProductError(error: Error): ProductError {
  if (error instanceof ProductError) return error;
  if (error instanceof HTTPException && error.status < 500)
    return new ProductError(error.status === 413 ? 'too_large' : 'invalid');
  if (isOutage(error)) return new ProductError('unavailable');
  if (isPersonGone(error)) return new ProductError('not_found');
  return new ProductError('unexpected');
}

/** The database is unreachable, too slow or chose this call to end a deadlock (SQLSTATE), or no more files can be opened. */
function isOutage(error: Error): boolean {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return (
    /^(08|53|57)|^25006|^55P03|^40P01|^E(CONN|PIPE|NOENT|NOTFOUND|AI_AGAIN|HOST|NET|[MN]FILE|TIMEDOUT)/.test(code) ||
    /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(message)
  );
}

/** All foreign keys point to people: this one has just deleted their account. */
function isPersonGone(error: Error): boolean {
  return sqlState(error) === SQL_STATE.foreignKeyViolation;
}
