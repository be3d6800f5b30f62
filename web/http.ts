import { ERRORS, type ErrorCode } from '#contract/errors.ts';

type CallErrorCode = ErrorCode | 'offline';

const OFFLINE = 'Moodring cannot be reached right now. Please check your connection and try again.';
const ANSWER_WITHIN_MS = 30_000;

/** A call that was refused (`status` of the answer), or that got no answer (`code` 'offline', `status` 0). */
export class CallError extends Error {
  readonly status: number;
  readonly code: CallErrorCode;

  constructor(status: number, code: CallErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
  }
}

const unauthorizedListeners = new Set<() => void>();

/** Be told when an answer says that the session has ended. Returns how to stop. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => {
    unauthorizedListeners.delete(listener);
  };
}

/** The session seems to have ended: whoever keeps it looks at it again. */
export function reportUnauthorized(): void {
  for (const listener of unauthorizedListeners) listener();
}

/** One call to our API: JSON both ways, the session's cookie with it. Throws `CallError`. */
export async function call<T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  const [response, answer] = await exchange(method, path, body);
  if (response.ok) return answer as T;
  // A wrong password is 401 as well, and says nothing about the session.
  if (response.status === 401 && !path.startsWith('/api/identity/')) reportUnauthorized();
  throw refusal(response.status, answer);
}

async function exchange(method: string, path: string, body: unknown): Promise<[Response, unknown]> {
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const text = await response.text();
    return [response, readJson(text)];
  } catch (cause) {
    throw new CallError(0, 'offline', OFFLINE, { cause });
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Our errors are `{error: {code, message}}`; the identity provider's are `{code, message}`, with codes of its own. */
function refusal(status: number, answer: unknown): CallError {
  const outer = (answer ?? {}) as { error?: unknown; message?: unknown };
  const told = (typeof outer.error === 'object' && outer.error !== null ? outer.error : outer) as {
    code?: unknown;
    message?: unknown;
  };
  const code = isErrorCode(told.code) ? told.code : codeOf(status);
  const message = typeof told.message === 'string' && told.message !== '' ? told.message : ERRORS[code].message;
  return new CallError(status, code, message);
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}

function codeOf(status: number): ErrorCode {
  if (status === 401) return 'not_signed_in';
  if (status === 404) return 'not_found';
  if (status === 429) return 'too_many';
  if (status >= 502 && status <= 504) return 'unavailable';
  return status >= 500 ? 'unexpected' : 'invalid';
}
