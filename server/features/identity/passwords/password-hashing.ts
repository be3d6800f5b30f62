import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { createFairQueue } from '#server/limits/index.ts';
import { isCallTo, SIGN_UP } from '../provider/allowed-calls.ts';

/** Hashes and verifies passwords for the provider: few at once, and never while it holds a database connection. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
  plugin: BetterAuthPlugin;
  /** Runs a call of the provider. Its hashing waits in the queue of the caller's network. */
  runCall<Result>(network: string, call: () => Promise<Result>): Promise<Result>;
}

interface Call {
  network: string;
  /** Hashes by password. */
  hashes: Map<string, string>;
}

/** A hash takes a thread for a tenth of a second. Node has four threads, and reads files with them too. */
const CONCURRENCY = Math.min(3, Math.max(2, availableParallelism()));
const QUEUE_LIMITS = { maxWaiting: 300, maxWaitingPerGroup: 40 };
/** For tests, in which many people sign up from one address. */
const NO_QUEUE_LIMITS = { maxWaiting: Number.POSITIVE_INFINITY, maxWaitingPerGroup: Number.POSITIVE_INFINITY };

const WORDS = 'Too many at once from your network. Please try again in a moment.';

/** The provider refuses other lengths, before it hashes them. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };

/** @param isLimited whether the queue is limited, for each network and for all together */
export function createPasswordHashing(isLimited: boolean): PasswordHashing {
  const queue = createFairQueue({
    concurrency: CONCURRENCY,
    message: WORDS,
    ...(isLimited ? QUEUE_LIMITS : NO_QUEUE_LIMITS),
  });
  const calls = new AsyncLocalStorage<Call>();
  const queued = <Result>(work: () => Promise<Result>) => queue.run(calls.getStore()?.network ?? '', work);

  return {
    hash: async (password) => calls.getStore()?.hashes.get(password) ?? queued(() => hashPassword(password)),
    verify: (given) => queued(() => verifyPassword(given)),
    plugin: hashEarly(async (password) => {
      calls.getStore()?.hashes.set(password, await queued(() => hashPassword(password)));
    }),
    runCall: (network, call) => calls.run({ network, hashes: new Map() }, call),
  };
}

/**
 * Hashes a new person's password before the provider's transaction begins. The provider would hash it inside, and keep one of
 * few database connections busy meanwhile. `hash` then finds the result.
 */
function hashEarly(prepare: (password: string) => Promise<void>) {
  return {
    id: 'hash-early',
    hooks: {
      before: [
        {
          matcher: isCallTo(SIGN_UP),
          handler: createAuthMiddleware(async ({ body }) => {
            const password: unknown = body?.password;
            if (typeof password !== 'string') return;
            if (password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max)
              await prepare(password);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
