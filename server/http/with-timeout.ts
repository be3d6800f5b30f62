import { setTimeout as pause } from 'node:timers/promises';
import { ProductError } from '#contract/errors.ts';

/** Waits at most `ms`. The work behind it goes on. @throws {ProductError} unavailable */
export function withTimeout<Result>(ms: number, result: Promise<Result>): Promise<Result> {
  const timeout = pause(ms, undefined, { ref: false }).then((): never => {
    throw new ProductError('unavailable');
  });
  return Promise.race([result, timeout]);
}
