import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { createConsentCheck } from './consent-check.ts';

const server = await startTestServer();
const { pool } = server.database;

let ada: Member;
let grace: Member;
beforeAll(async () => {
  [ada, grace] = [await server.signUp(), await server.signUp({ firstname: 'Grace' })];
  await ada.connect(grace);
});
beforeEach(() => mute('off'));

const mute = (mute: '8 hours' | 'off') =>
  grace.patch(`/api/users/${grace.uid}/connections/${ada.uid}/controls`, { mute });

/** A call of Ada's to Grace, as the worker holds it. */
const call = () =>
  ({ id: crypto.randomUUID(), cause: 'mood', recipient: grace.uid, author: ada.uid, choice: null }) as const;

test('a text whose recipient has muted the author is withheld, whether it was looked at ahead or not', async () => {
  await mute('8 hours');
  const check = createConsentCheck(pool);
  const [ahead, alone] = [call(), call()];
  check.lookAhead([ahead]);
  expect(await check.findRecipient(ahead)).toBeUndefined();
  expect(await check.findRecipient(alone)).toBeUndefined();
});

test('texts that were looked at ahead need no look of their own', async () => {
  const check = createConsentCheck(pool);
  const texts = Array.from({ length: 80 }, call);
  const query = vi.spyOn(pool, 'query');
  check.lookAhead(texts);
  expect(await Promise.all(texts.map((text) => check.findRecipient(text)))).toEqual(texts.map(() => grace.uid));
  // The first text does not wait for the others.
  expect(query).toHaveBeenCalledTimes(2);
  query.mockRestore();
});

test('a look that is older than a tenth of a second does not count', async () => {
  const check = createConsentCheck(pool);
  const text = call();
  check.lookAhead([text]);
  await mute('8 hours');
  await pause(100);
  expect(await check.findRecipient(text)).toBeUndefined();
});

test('a look that fails is an error of the text, and the next look is another one', async () => {
  const check = createConsentCheck(pool);
  const text = call();
  const query = vi.spyOn(pool, 'query').mockImplementationOnce(() => Promise.reject(new Error('no connection')));
  check.lookAhead([text]);
  await expect(check.findRecipient(text)).rejects.toThrow('no connection');
  query.mockRestore();
  expect(await check.findRecipient(text)).toBe(grace.uid);
});
