import { createHash, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { ERRORS, type ErrorCode, ProductError, type Say } from '#contract/errors.ts';
import { type TextMessage, textMessageSchema } from '#contract/inputs.ts';
import { languageOf, wordsOf } from '#server/languages.ts';
// Not through the index of limits: a message function runs without a database.
import { RateLimitExceeded } from '#server/limits/limit-errors.ts';
import { parseJson, readBody } from './read-body.ts';

/** Stores or sends a text. @throws {ProductError} the answer when it cannot */
type Accept = (text: TextMessage) => Promise<void>;

export const VIA = '1.1 moodring-message-function';

const BODY_MAX_BYTES = 16 * 1024;

/**
 * A message endpoint (spec §7): takes `{phoneNumber, message}` as they were typed, and answers 202 `{}` or `{error}`:
 * 401 not_signed_in, 400 invalid, 413 too_large, and the errors of `accept`.
 */
export function messageEndpoint(
  authorise: (request: Request) => Promise<Accept | null>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      const accept = await authorise(request);
      if (!accept) throw new ProductError('not_signed_in');
      refuseLoop(request);
      await accept(await readText(request));
      return Response.json({}, { status: 202 });
    } catch (error) {
      if (error instanceof ProductError) return errorAnswer(error, request.headers);
      throw error;
    }
  };
}

/** Whether a request has `Authorization: Bearer {secret}`; never while no secret is set. Compares in constant time. */
export function hasBearerToken(headers: Headers, secret: string | undefined): boolean {
  const [, token] = /^Bearer +(.+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (!secret || !token) return false;
  return timingSafeEqual(sha256(token), sha256(secret));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The answer to a text that cannot be accepted now. */
export class TextNotAccepted extends ProductError {
  readonly status: number;
  readonly retryAfterSeconds: number;

  constructor(code: ErrorCode, say: Say, { status = ERRORS[code] as number, retryAfterSeconds = 0 } = {}) {
    super(code, say);
    this.name = 'TextNotAccepted';
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A message function whose gateway is an endpoint of ours would send the same text without end. */
function refuseLoop(request: Request): void {
  if (!request.headers.get('via')?.includes(VIA)) return;
  const message =
    'This text came from a message function. Its GENERAL_MESSAGE_URL and WELCOME_MESSAGE_URL must name the gateway.';
  throw new TextNotAccepted('unavailable', () => message, { status: 508 });
}

async function readText(request: Request): Promise<TextMessage> {
  const parsed = textMessageSchema.safeParse(parseJson(await readBody(request, BODY_MAX_BYTES)));
  if (!parsed.success) throw new ProductError('invalid', wordsOfIssue(parsed.error.issues[0]!));
  return parsed.data;
}

function wordsOfIssue({ path: [field], ...issue }: z.core.$ZodIssue): Say | undefined {
  const isNumber = field === 'phoneNumber';
  if (issue.code === 'custom') return (t) => (isNumber ? t.phoneNumberNeedsDigits : t.messageNeedsText);
  if (issue.code !== 'too_big')
    return field === undefined ? undefined : () => `A ${isNumber ? 'phone number' : 'message'} is needed, as text.`;
  const most = { most: `${issue.maximum}` };
  return (t) => (isNumber ? t.phoneNumberHasAtMost(most) : t.textHasAtMost(most));
}

function errorAnswer(error: ProductError, headers: Headers): Response {
  const status = error instanceof TextNotAccepted ? error.status : ERRORS[error.code];
  const t = wordsOf(languageOf(Object.fromEntries(headers)));
  const response = Response.json({ error: error.view(t) }, { status });
  const hasRetryAfter = error instanceof TextNotAccepted || error instanceof RateLimitExceeded;
  if (hasRetryAfter && error.retryAfterSeconds > 0) {
    response.headers.set('retry-after', String(error.retryAfterSeconds));
  }
  return response;
}
