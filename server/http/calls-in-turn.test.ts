import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Identity } from '#server/features/identity/index.ts';
import { createFairQueue, NO_LIMITS } from '#server/limits/index.ts';
import { createCalls } from './calls.ts';
import { createUnreadAnswers } from './unread-answers.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Calls that do not end by themselves. Their cookie is the person, and its first four letters the payer. */
function startCalls(routes: [method: Method, path: string][]) {
  const identity = {
    findPerson: async (uid: string) => ({ uid, payer: uid.slice(0, 4), renewedCookies: [] }),
  } as unknown as Identity;
  const { api, signedIn } = createCalls({
    identity,
    limits: NO_LIMITS,
    turns: {
      reads: createFairQueue({ concurrency: 2 }),
      writes: createFairQueue({ concurrency: 2, concurrencyPerGroup: 1 }),
      urgent: createFairQueue({ concurrency: Infinity, concurrencyPerGroup: 1 }),
    },
    unreadAnswers: createUnreadAnswers(),
  });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  for (const [method, path] of routes)
    signedIn(method, path, { says: '' }, async ({ uid }) => {
      begun.push(`${method} ${uid}`);
      await new Promise<void>((end) => void ends.push(end));
    });
  const calls: Promise<Response>[] = [];
  return {
    begun,
    async call(method: string, uid: string, path = '/settings') {
      calls.push(Promise.resolve(api.request(path, { method: method.toUpperCase(), headers: { cookie: uid } })));
      await setImmediate();
    },
    /** @returns the statuses */
    async endAll(): Promise<number[]> {
      for (let n = 0; n < calls.length; n += 1) {
        ends[n]!();
        await setImmediate();
        await setImmediate();
      }
      return (await Promise.all(calls)).map(({ status }) => status);
    },
  };
}

test('one payer’s calls wait for each other, reads and writes apart; others’ begin in their turn', async () => {
  const { begun, call, endAll } = startCalls([
    ['get', '/settings'],
    ['put', '/settings'],
  ]);
  for (let n = 0; n < 4; n += 1) await call('get', `mall${n}`);
  await call('get', 'grace');
  for (let n = 4; n < 7; n += 1) await call('put', `mall${n}`);
  await call('put', 'ada');
  expect(begun).toEqual(['get mall0', 'get mall1', 'put mall4', 'put ada']);
  expect(await endAll()).toEqual(Array.from({ length: 9 }, () => 200));
  const begunReads = begun.filter((one) => one.startsWith('get'));
  expect(begunReads.slice(2)).toEqual(['get mall2', 'get grace', 'get mall3']);
  expect(begun.filter((one) => one.startsWith('put')).slice(2)).toEqual(['put mall5', 'put mall6']);
});

test.each<[Method, string]>([
  ['put', '/users/{uid}/info/mood'],
  ['put', '/asks/{id}/answer'],
  ['post', '/asks/{id}/undo'],
  ['patch', '/asks/{id}'],
  ['patch', '/users/{uid}/connections/{otherUid}/controls'],
  ['delete', '/users/{uid}/connections/{otherUid}'],
  ['put', '/users/{uid}/blocks/{otherUid}'],
  ['delete', '/users/{uid}/devices'],
  ['post', '/messages/{id}/delete'],
])('%s %s waits for no other person, of the same payer either, and once for one’s own', async (method, path) => {
  const { begun, call, endAll } = startCalls([
    ['put', '/settings'],
    [method, path],
  ]);
  for (const uid of ['mall0', 'mall1', 'sami0', 'sami1']) await call('put', uid);
  for (const uid of ['mall0', 'mall0', 'mall1', 'grace', 'ada']) await call(method, uid, path.replaceAll(/[{}]/g, ''));
  const urgent = ['mall0', 'mall1', 'grace', 'ada'].map((uid) => `${method} ${uid}`);
  expect(begun).toEqual(['put mall0', 'put sami0', ...urgent]);
  expect(await endAll()).toEqual(Array.from({ length: 9 }, () => 200));
});

test.each<[Method, string]>([
  ['put', '/photos/{id}'],
  ['put', '/users/{uid}/photo'],
  ['post', '/messages'],
  ['post', '/messages/search'],
  ['post', '/users/search'],
  ['post', '/messages/read'],
  ['post', '/users/{uid}/push/test'],
  ['post', '/users/{uid}/phone/code'],
])('%s %s takes no turn: a slow one holds up no write', async (method, path) => {
  const { begun, call, endAll } = startCalls([
    ['put', '/settings'],
    [method, path],
  ]);
  for (const uid of ['mall0', 'mall0', 'sami0']) await call(method, uid, path.replaceAll(/[{}]/g, ''));
  await call('put', 'mall0');
  expect(begun).toEqual([`${method} mall0`, `${method} mall0`, `${method} sami0`, 'put mall0']);
  expect(await endAll()).toEqual([200, 200, 200, 200]);
});
