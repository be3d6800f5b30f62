import { AsyncLocalStorage } from 'node:async_hooks';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { Say } from '#contract/errors.ts';
import { createFairQueue } from '#server/limits/index.ts';
import { clientSite } from '#server/network/client-network.ts';
import { before, SIGN_UP } from '../provider/allowed-calls.ts';
import { isImportedPassword, isRightImportedPassword } from './firebase-password.ts';

export type PasswordHashing = ReturnType<typeof createPasswordHashing>;

interface HashingCaller {
  address?: string;
  /** Whose turn it is, when an account knows the caller: by a session, a device that has signed in to it, or a link to reset it. */
  account?: string;
  /** Aborted when the caller hangs up. What waits is then dropped, and delays no other caller. */
  signal?: AbortSignal;
}

interface Call extends HashingCaller {
  hashes: Map<string, string>;
}

/** A hash takes one of Node's four threads, which also read files, for a tenth of a second. One is kept for known accounts. */
const CONCURRENCY = { strangers: 2, known: 1 };
const QUEUE_LIMITS = {
  strangers: { maxWaiting: 300, maxWaitingPerGroup: 40 },
  known: { maxWaiting: 300, maxWaitingPerGroup: 10 },
};
const NO_QUEUE_LIMITS = { maxWaiting: Number.POSITIVE_INFINITY, maxWaitingPerGroup: Number.POSITIVE_INFINITY };

const WORDS: Record<keyof typeof CONCURRENCY, Say> = {
  strangers: (t) => t.tooManyFromYourNetwork,
  known: (t) => t.tooManyAtYourAccount,
};

/** The provider refuses other lengths, before it hashes them. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };

/** Hashes passwords, few at once, and never with the provider's database connection. @param isLimited bounds the queues */
export function createPasswordHashing(isLimited: boolean) {
  const queueOf = (whom: keyof typeof CONCURRENCY) =>
    createFairQueue({
      concurrency: CONCURRENCY[whom],
      say: WORDS[whom],
      ...(isLimited ? QUEUE_LIMITS[whom] : NO_QUEUE_LIMITS),
    });
  const [strangers, known] = [queueOf('strangers'), queueOf('known')];
  const calls = new AsyncLocalStorage<Call>();
  function queued<Result>(work: () => Promise<Result>): Promise<Result> {
    const { address = '', account, signal } = calls.getStore() ?? {};
    return account ? known.run(account, work, signal) : strangers.run(wideNetwork(address), work, signal);
  }

  /** Makes our hash meanwhile. A wrong password takes as long as with our hash, so nobody learns who was imported. */
  async function verifyImported({ hash, password }: { hash: string; password: string }): Promise<boolean> {
    const [isRight, ours] = await Promise.all([isRightImportedPassword(hash, password), hashPassword(password)]);
    if (isRight) calls.getStore()?.hashes.set(password, ours);
    return isRight;
  }

  return {
    hash: async (password: string) => calls.getStore()?.hashes.get(password) ?? queued(() => hashPassword(password)),
    verify: (given: { hash: string; password: string }) =>
      queued(() => (isImportedPassword(given.hash) ? verifyImported(given) : verifyPassword(given))),
    /** The hash of a password that the present call has found right, or hashed, before. */
    madeHash: (password: string) => calls.getStore()?.hashes.get(password),
    plugin: hashEarly(async (password) => {
      calls.getStore()?.hashes.set(password, await queued(() => hashPassword(password)));
    }),
    /** Runs a call of the provider. Its hashing waits for the turn of this caller. */
    runCall: <Result>(caller: HashingCaller, call: () => Promise<Result>): Promise<Result> =>
      calls.run({ ...caller, hashes: new Map() }, call),
    /** Says that the account knows the caller of the present call: its hashing then does not wait behind strangers. @param account whose turn it takes */
    markKnown(account: string): void {
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
  return before('hash-early', [SIGN_UP], async ({ body }) => {
    const password: unknown = body?.password;
    if (typeof password !== 'string') return;
    if (password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max) await prepare(password);
  });
}
