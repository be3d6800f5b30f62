import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { createFairQueue } from '#server/limits/index.ts';

/** How the provider hashes and checks passwords: few at once, and never while it holds a database connection. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
  plugin: BetterAuthPlugin;
  /** Handles one call of somebody in this network. */
  around<Result>(network: string, call: () => Promise<Result>): Promise<Result>;
}

interface Call {
  network: string;
  /** By password. */
  hashes: Map<string, string>;
}

/** Hashing keeps a thread for a tenth of a second. Node has four, and files are read by them, too. */
const AT_ONCE = Math.min(3, Math.max(2, availableParallelism()));
const WAITING = { maxWaiting: 300, maxWaitingPerGroup: 40 };
/** For tests, whose crowds sign up from one address. */
const ANY_NUMBER = { maxWaiting: Number.POSITIVE_INFINITY, maxWaitingPerGroup: Number.POSITIVE_INFINITY };

const WORDS = 'Too many at once from your network. Please try again in a moment.';

/** What the provider accepts; it refuses others without hashing them. */
const LENGTH = { least: 8, most: 128 };

/** @param isLimited whether a network, and all together, may have only so many waiting */
export function createPasswordHashing(isLimited: boolean): PasswordHashing {
  const queue = createFairQueue({ concurrency: AT_ONCE, message: WORDS, ...(isLimited ? WAITING : ANY_NUMBER) });
  const calls = new AsyncLocalStorage<Call>();
  const queueRequests = <Result>(work: () => Promise<Result>) => queue.run(calls.getStore()?.network ?? '', work);

  return {
    hash: async (password) => calls.getStore()?.hashes.get(password) ?? queueRequests(() => hashPassword(password)),
    verify: (given) => queueRequests(() => verifyPassword(given)),
    plugin: hashEarly(async (password) => {
      calls.getStore()?.hashes.set(password, await queueRequests(() => hashPassword(password)));
    }),
    around: (network, call) => calls.run({ network, hashes: new Map() }, call),
  };
}

/**
 * The provider hashes a new person's password within its transaction, on one of few database connections. So it is hashed
 * before the transaction begins, and `hash` finds it there.
 */
function hashEarly(prepare: (password: string) => Promise<void>) {
  return {
    id: 'moodring-hash-early',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-up/email',
          handler: createAuthMiddleware(async ({ body }) => {
            const password: unknown = body?.password;
            if (typeof password !== 'string' || password.length < LENGTH.least || password.length > LENGTH.most) return;
            await prepare(password);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
