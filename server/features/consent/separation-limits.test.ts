import { expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { signUp, insertMembers, database } = await startTestServer({ rateLimits: true });

test('a flood of other settings does not keep a person from removing and blocking', async () => {
  const [ada, sam, eve] = [await signUp(), await signUp(), await signUp()];
  await ada.connect(sam);
  const change = () => ada.patch(`/api/users/${ada.uid}/settings`, { foundByName: true });
  await Promise.all(Array.from({ length: 30 }, change));
  expect((await change()).status).toBe(429);
  expect((await ada.delete(`/api/users/${ada.uid}/connections/${sam.uid}?block=true`)).status).toBe(200);
  expect((await ada.put(`/api/users/${ada.uid}/blocks/${eve.uid}`)).status).toBe(200);
});

test('nor from muting a friend, hiding from one and ending a block', async () => {
  const [ada, sam, eve] = [await signUp(), await signUp(), await signUp()];
  await ada.connect(sam);
  await ada.put(`/api/users/${ada.uid}/blocks/${eve.uid}`);
  const change = () => ada.patch(`/api/users/${ada.uid}/settings`, { foundByName: true });
  await Promise.all(Array.from({ length: 30 }, change));
  expect((await change()).status).toBe(429);
  const controls = `/api/users/${ada.uid}/connections/${sam.uid}/controls`;
  expect((await ada.patch(controls, { mute: 'always' })).body.mutedUntil).toBe('always');
  expect((await ada.patch(controls, { hidesMood: true })).body.hidesMood).toBe(true);
  expect((await ada.delete(`/api/users/${ada.uid}/blocks/${eve.uid}`)).status).toBe(200);
});

test('60 times a minute a person mutes or hides, and the next time is refused', async () => {
  const [ada, sam] = [await signUp(), await signUp()];
  await ada.connect(sam);
  const mute = () => ada.patch(`/api/users/${ada.uid}/connections/${sam.uid}/controls`, { mute: 'always' });
  const statuses = (await Promise.all(Array.from({ length: 61 }, mute))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test('30 a minute are removed or blocked', async () => {
  const eve = await signUp();
  const block = () => eve.put(`/api/users/${eve.uid}/blocks/${crypto.randomUUID()}`);
  const statuses = (await Promise.all(Array.from({ length: 31 }, block))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test('while limits cannot be counted, a person removes, blocks, mutes and hides all the same', async () => {
  const [ada, sam, eve] = (await insertMembers(3)) as [Member, Member, Member];
  await ada.connect(sam);
  await database.pool.query('alter table limits rename to limits_away');
  try {
    const controls = `/api/users/${ada.uid}/connections/${sam.uid}/controls`;
    expect((await ada.patch(controls, { mute: 'always', hidesMood: true })).status).toBe(200);
    expect((await ada.delete(`/api/users/${ada.uid}/connections/${sam.uid}?block=true`)).status).toBe(200);
    expect((await ada.put(`/api/users/${ada.uid}/blocks/${eve.uid}`)).status).toBe(200);
    expect((await ada.delete(`/api/users/${ada.uid}/blocks/${eve.uid}`)).status).toBe(200);
  } finally {
    await database.pool.query('alter table limits_away rename to limits');
  }
});
