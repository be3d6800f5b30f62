import type { ErrorCode, ErrorView } from '#contract/errors.ts';

/** What became of a message that was sent. 'later': not known or not now; the same id may be sent again. */
export type SendOutcome =
  | { kind: 'stored'; seq: number; timestamp: number }
  | { kind: 'refused'; error: ErrorView }
  | { kind: 'later' };

/** Refusals that say nothing about the message: it stays on its way. */
const PASSING: ReadonlySet<string> = new Set<ErrorCode | 'offline'>([
  'offline',
  'unavailable',
  'unexpected',
  'not_signed_in',
]);

export function refusal(error: { code: ErrorCode | 'offline'; message: string }): SendOutcome {
  if (PASSING.has(error.code)) return { kind: 'later' };
  return { kind: 'refused', error: { code: error.code as ErrorCode, message: error.message } };
}
