import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Identity } from '#server/features/identity/index.ts';
import { createFairQueue } from '#server/limits/index.ts';
import { createCalls } from './calls.ts';
import { createUnreadAnswers } from './unread-answers.ts';

test('one payer’s reads wait for each other; what others read and what anybody does begins at once', async () => {
  const identity = {
    findPerson: async (uid: string) => ({ uid, payer: uid.slice(0, 4), renewedCookies: [] }),
  } as unknown as Identity;
  const { api, signedIn } = createCalls({
    identity,
    reads: createFairQueue({ concurrency: 2 }),
    unreadAnswers: createUnreadAnswers(),
  });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  for (const method of ['get', 'put'] as const)
    signedIn(method, '/asks', { says: '' }, async ({ uid }) => {
      begun.push(`${method} ${uid}`);
      await new Promise<void>((end) => void ends.push(end));
    });
  const calls: Promise<Response>[] = [];
  const ask = async (method: string, uid: string) => {
    calls.push(Promise.resolve(api.request('/asks', { method, headers: { cookie: uid } })));
    await setImmediate();
  };
  for (let n = 0; n < 4; n += 1) await ask('GET', `mall${n}`);
  await ask('GET', 'grace');
  await ask('PUT', 'ada');
  expect(begun).toEqual(['get mall0', 'get mall1', 'put ada']);
  for (let n = 0; n < calls.length; n += 1) {
    ends[n]!();
    await setImmediate();
    await setImmediate();
  }
  expect(begun.slice(3)).toEqual(['get mall2', 'get grace', 'get mall3']);
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
});
