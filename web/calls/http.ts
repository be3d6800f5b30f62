import { API_VERSION_HEADER } from '#contract/api-version.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import * as t from '#language';
import { pendingWork } from '../loading/pending-work.ts';
import { Listeners } from '../store.ts';
import { isPersonalRead, readSignal } from './change-session.ts';
import { noteApiVersion } from './new-version.ts';

type CallErrorCode = ErrorCode | 'offline';

const TIMEOUT_MS = 30_000;

/** A refused call, with the answer's `status`; without an answer `code` is 'offline' and `status` 0. */
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

/** Called when the session may have ended: listeners check it with the server. */
export const unauthorized = new Listeners<void>();

/**
 * Calls our API with JSON, or a picture, and the session's cookie; waits 30 s at most. Throws `CallError`. A read of a person's data is not sent
 * without a session, and counts as unanswered when the session changes on the way.
 */
export async function call<T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  const signals = [AbortSignal.timeout(TIMEOUT_MS)];
  let known: Known | undefined;
  if (isPersonalRead(method, path)) {
    const signal = await readSignal();
    if (signal === null) throw toCallError(401, undefined);
    signals.push(signal);
    known = knownIn(signal);
  }
  const last = known?.get(path);
  const [response, answer] = await pendingWork.track(exchange(method, path, body, AbortSignal.any(signals), last?.tag));
  if (response.status === 304) return last!.answer as T;
  const tag = response.headers.get('etag');
  if (tag) known?.set(path, { tag, answer });
  if (response.ok) return answer as T;
  // The identity provider answers 401 to a wrong password, too; the session may be fine.
  if (response.status === 401 && !path.startsWith('/api/identity/')) unauthorized.notify();
  throw toCallError(response.status, answer);
}

/** The last answers with a tag, by path: the server says 304 while one is still so. */
type Known = Map<string, { tag: string; answer: unknown }>;

/** By session, with which they go. */
const knownBySession = new WeakMap<AbortSignal, Known>();

function knownIn(session: AbortSignal): Known {
  if (!knownBySession.has(session)) knownBySession.set(session, new Map());
  return knownBySession.get(session)!;
}

async function exchange(
  method: string,
  path: string,
  body: unknown,
  signal: AbortSignal,
  tag?: string,
): Promise<[Response, unknown]> {
  const isJson = body !== undefined && !(body instanceof Blob);
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { ...(isJson && { 'content-type': 'application/json' }), ...(tag && { 'if-none-match': tag }) },
      body: isJson ? JSON.stringify(body) : ((body as Blob | undefined) ?? null),
      signal,
    });
    void noteApiVersion(response.headers.get(API_VERSION_HEADER));
    const text = await response.text();
    return [response, readJson(text)];
  } catch (cause) {
    throw new CallError(0, 'offline', t.cannotBeReached, { cause });
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
function toCallError(status: number, answer: unknown): CallError {
  const given = answer as (Refusal & { error?: Refusal }) | null | undefined;
  const { code: name, message } = given?.error ?? given ?? {};
  const code = isErrorCode(name) ? name : codeOf(status);
  return new CallError(
    status,
    code,
    typeof message === 'string' && message !== '' ? message : (WORDS[code] ?? t.requestCouldNotBeRead),
  );
}

/** The message for an answer without one: a proxy gave it, not our server. */
const WORDS: Partial<Record<ErrorCode, string>> = {
  not_signed_in: t.userIsNotSignedIn,
  not_found: t.nothingIsHere,
  too_many: t.tooManyAtOnceWait,
  unavailable: t.moodringIsBusy,
  unexpected: t.wentWrongOnOurSide,
};

type Refusal = { code?: unknown; message?: unknown };

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
