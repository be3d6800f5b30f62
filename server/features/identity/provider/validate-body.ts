import { APIError } from 'better-auth/api';

/** No form nests its fields. What nests deeper than this was made to fell whoever walks through it. */
const DEEPEST = 4;

/**
 * Refuses what the provider would hand on to the database though it cannot be stored as it is: a NUL, half of a
 * character, anything nested deep. Level by level, because a call for each level would itself run out of stack.
 * @throws {APIError} 400 in the provider's shape
 */
export function refuseUnstorableBody(body: unknown): void {
  let level = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST || level.some(isUnreadable))
      throw new APIError('BAD_REQUEST', { code: 'INVALID_FIELD', message: 'That request could not be read.' });
    level = level.flatMap(partsOf);
  }
}

function isUnreadable(part: unknown): boolean {
  return typeof part === 'string' && (part.includes('\0') || !part.isWellFormed());
}

function partsOf(part: unknown): unknown[] {
  return typeof part === 'object' && part !== null ? [...Object.keys(part), ...Object.values(part)] : [];
}
