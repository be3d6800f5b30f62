import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { createFairQueue } from '#server/limits/index.ts';
import { clientSite } from '#server/network/client-network.ts';
import { isCallTo, SIGN_UP } from '../provider/allowed-calls.ts';

/** Hashes and verifies passwords for the provider: few at once, and never while it holds a database connection. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
  plugin: BetterAuthPlugin;
  /** Runs a call of the provider. Its hashing waits for the turn of this caller. */
  runCall<Result>(caller: HashingCaller, call: () => Promise<Result>): Promise<Result>;
  /** Says that the account knows the caller of the present call: its hashing then does not wait behind strangers. */
  markKnown(account: string): void;
}

interface HashingCaller {
  address?: string;
  /** An account that knows the caller: by a session, a device that has signed in to it, or a link to reset it. */
  account?: string;
  /** Aborted when the caller hangs up. What waits is then dropped, and delays no other caller. */
  signal?: AbortSignal;
}

interface Call extends HashingCaller {
  hashes: Map<string, string>;
}

/** A hash takes one of Node's four threads, which also read files, for a tenth of a second. One is kept for known accounts. */
const CONCURRENCY = { strangers: 2, known: 1 };
const QUEUE_LIMITS = { maxWaiting: 300, maxWaitingPerGroup: 40 };
/** For tests, in which many people sign up from one address. */
const NO_QUEUE_LIMITS = { maxWaiting: Number.POSITIVE_INFINITY, maxWaitingPerGroup: Number.POSITIVE_INFINITY };

const WORDS = {
  strangers: 'Too many at once from your network. Please try again in a moment.',
  known: 'Too many at once at your account. Please try again in a moment.',
};

/** The provider refuses other lengths, before it hashes them. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };

/** @param isLimited whether the queues are limited, for each network or account and for all together */
export function createPasswordHashing(isLimited: boolean): PasswordHashing {
  const queueOf = (whom: keyof typeof CONCURRENCY) =>
    createFairQueue({
      concurrency: CONCURRENCY[whom],
      message: WORDS[whom],
      ...(isLimited ? QUEUE_LIMITS : NO_QUEUE_LIMITS),
    });
  const [strangers, known] = [queueOf('strangers'), queueOf('known')];
  const calls = new AsyncLocalStorage<Call>();
  function queued<Result>(work: () => Promise<Result>): Promise<Result> {
    const { address = '', account, signal } = calls.getStore() ?? {};
    return account ? known.run(account, work, signal) : strangers.run(wideNetwork(address), work, signal);
  }

  return {
    hash: async (password) => calls.getStore()?.hashes.get(password) ?? queued(() => hashPassword(password)),
    verify: (given) => queued(() => verifyPassword(given)),
    plugin: hashEarly(async (password) => {
      calls.getStore()?.hashes.set(password, await queued(() => hashPassword(password)));
    }),
    runCall: (caller, call) => calls.run({ ...caller, hashes: new Map() }, call),
    markKnown(account) {
      const call = calls.getStore();
      if (call) call.account = account;
    },
  };
}

/** An IPv6 site or an IPv4 /24: a single customer can have as much, and would otherwise take hundreds of turns. */
function wideNetwork(address: string): string {
  const site = clientSite(address);
  return site.includes(':') ? site : site.split('.').slice(0, 3).join('.');
}

/** The provider would hash inside its transaction, and keep a database connection busy. `hash` then finds the result. */
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
