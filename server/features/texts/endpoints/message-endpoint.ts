import { createHash, timingSafeEqual } from 'node:crypto';
import { ERRORS, type ErrorCode, ProductError } from '#contract/errors.ts';
import { type TextMessage, textMessageSchema } from '#contract/inputs.ts';
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
      if (error instanceof ProductError) return errorAnswer(error);
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

  constructor(
    code: ErrorCode,
    message: string,
    { status = ERRORS[code].status as number, retryAfterSeconds = 0 } = {},
  ) {
    super(code, message);
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
  throw new TextNotAccepted('unavailable', message, { status: 508 });
}

async function readText(request: Request): Promise<TextMessage> {
  const parsed = textMessageSchema.safeParse(parseJson(await readBody(request, BODY_MAX_BYTES)), {
    error: ({ path, ...issue }) => issueMessage(path?.[0], issue),
  });
  if (!parsed.success) throw new ProductError('invalid', parsed.error.issues[0]?.message);
  return parsed.data;
}

function issueMessage(field: PropertyKey | undefined, issue: { code?: string; maximum?: unknown }): string {
  if (field === undefined) return ERRORS.invalid.message;
  const subject = field === 'phoneNumber' ? 'A phone number' : 'A message';
  return issue.code === 'too_big'
    ? `${subject} has at most ${issue.maximum} characters.`
    : `${subject} is needed, as text.`;
}

function errorAnswer(error: ProductError): Response {
  const status = error instanceof TextNotAccepted ? error.status : ERRORS[error.code].status;
  const response = Response.json({ error: error.view }, { status });
  const hasRetryAfter = error instanceof TextNotAccepted || error instanceof RateLimitExceeded;
  if (hasRetryAfter && error.retryAfterSeconds > 0) {
    response.headers.set('retry-after', String(error.retryAfterSeconds));
  }
  return response;
}
