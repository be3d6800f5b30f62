import { expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { insertMembers, database } = await startTestServer({ rateLimits: true });

/** Ada, her friend Sam, and Eve. */
async function people(): Promise<[Member, Member, Member]> {
  const [ada, sam, eve] = (await insertMembers(3)) as [Member, Member, Member];
  await ada.connect(sam);
  return [ada, sam, eve];
}

/** Ada mutes Sam, hides from him, removes him, blocks Eve and ends that. */
async function separates([ada, sam, eve]: [Member, Member, Member]): Promise<void> {
  const friend = `/api/users/${ada.uid}/connections/${sam.uid}`;
  const controls = { mute: 'always', hidesMood: true };
  expect((await ada.patch(`${friend}/controls`, controls)).body).toEqual({ mutedUntil: 'always', hidesMood: true });
  expect((await ada.delete(`${friend}?block=true`)).status).toBe(200);
  expect((await ada.block(eve)).status).toBe(200);
  expect((await ada.delete(`/api/users/${ada.uid}/blocks/${eve.uid}`)).status).toBe(200);
}

test('a flood of other settings does not keep a person from muting, hiding, removing, blocking and ending a block', async () => {
  const all = await people();
  const [ada] = all;
  const change = () => ada.set({ foundInSearch: true });
  await Promise.all(Array.from({ length: 30 }, change));
  expect((await change()).status).toBe(429);
  await separates(all);
});

test('60 times a minute a person mutes or hides, 30 times they remove or block, and the next time is refused', async () => {
  const [ada, sam] = await people();
  const mute = () => ada.control(sam, { mute: 'always' });
  const block = () => ada.put(`/api/users/${ada.uid}/blocks/${crypto.randomUUID()}`);
  for (const [call, times] of [
    [mute, 60],
    [block, 30],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: times + 1 }, call));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  }
});

test('while limits cannot be counted, a person removes, blocks, mutes and hides all the same', async () => {
  const all = await people();
  await database.pool.query('alter table limits rename to limits_away');
  try {
    await separates(all);
  } finally {
    await database.pool.query('alter table limits_away rename to limits');
  }
});
