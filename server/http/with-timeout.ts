import { setTimeout as pause } from 'node:timers/promises';
import { ProductError } from '#contract/errors.ts';

/**
 * What comes of something, if it comes in time; otherwise it goes on by itself.
 * @throws {ProductError} unavailable
 */
export function within<Result>(ms: number, result: Promise<Result>): Promise<Result> {
  const tooLate = pause(ms, undefined, { ref: false }).then((): never => {
    throw new ProductError('unavailable');
  });
  return Promise.race([result, tooLate]);
}
