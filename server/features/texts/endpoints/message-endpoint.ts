import { ERRORS, ProductError } from '#contract/errors.ts';
import { type TextMessage, textMessageSchema } from '#contract/inputs.ts';
// Not by its index: a message endpoint that runs by itself has no database.
import { RateLimitExceeded } from '#server/limits/limit-errors.ts';
import { readLimitedBody } from './read-limited-body.ts';
import { TextNotAccepted } from './text-not-accepted.ts';

interface Doings<Caller> {
  /** Who calls; null when they may not. */
  authorise(request: Request): Promise<Caller | null>;
  /** Takes the text. @throws {ProductError} when it cannot: answered as it says */
  accept(text: TextMessage, caller: Caller): Promise<void>;
}

/** What a message function adds to the calls that it makes. */
export const VIA = '1.1 moodring-message-function';

/** The longest text there may be fits, however it is escaped. */
const BODY_MAX_BYTES = 16 * 1024;

/**
 * A message endpoint (spec §7): takes `{phoneNumber, message}`, exactly as they were typed, and answers 202 `{}`.
 * Errors are `{error}`: 401 not_signed_in, 400 invalid, 413 too_large, and what `accept` throws.
 */
export function messageEndpoint<Caller>({
  authorise,
  accept,
}: Doings<Caller>): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      const caller = await authorise(request);
      if (!caller) throw new ProductError('not_signed_in');
      refuseCircle(request);
      await accept(await readText(request), caller);
      return Response.json({}, { status: 202 });
    } catch (error) {
      if (error instanceof ProductError) return answer(error);
      throw error;
    }
  };
}

/** An endpoint whose gateway is an endpoint of ours would text itself without end. */
function refuseCircle(request: Request): void {
  if (!request.headers.get('via')?.includes(VIA)) return;
  const words =
    'This text came from a message function. Its GENERAL_MESSAGE_URL and WELCOME_MESSAGE_URL must name the gateway.';
  throw new TextNotAccepted('unavailable', words, { status: 508 });
}

async function readText(request: Request): Promise<TextMessage> {
  const body = await readLimitedBody(request.body, BODY_MAX_BYTES).catch(() => '');
  if (body === undefined) throw new ProductError('too_large');
  const parsed = textMessageSchema.safeParse(parseJson(body), {
    error: ({ path, ...issue }) => words(path?.[0], issue),
  });
  if (!parsed.success) throw new ProductError('invalid', parsed.error.issues[0]?.message);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the contract has no words of its own for. */
function words(field: PropertyKey | undefined, issue: { code?: string; maximum?: unknown }): string {
  if (field === undefined) return ERRORS.invalid.message;
  const subject = field === 'phoneNumber' ? 'A phone number' : 'A message';
  return issue.code === 'too_big'
    ? `${subject} has at most ${issue.maximum} characters.`
    : `${subject} is needed, as text.`;
}

function answer(error: ProductError): Response {
  const status = error instanceof TextNotAccepted ? error.status : ERRORS[error.code].status;
  const response = Response.json({ error: error.view }, { status });
  const comesBack = error instanceof TextNotAccepted || error instanceof RateLimitExceeded;
  if (comesBack && error.retryAfterSeconds > 0) {
    response.headers.set('retry-after', String(error.retryAfterSeconds));
  }
  return response;
}
