import { beforeEach, expect, test } from 'vitest';
import {
  LIVE_FRAMES_PER_SECOND,
  LIVE_SOCKETS_PER_PERSON,
  MADE_ROOM_CLOSE_CODE,
  TOO_MANY_FRAMES_CLOSE_CODE,
} from '#contract/sizes.ts';
import type { Member } from '#fixtures/client.ts';
import type { LiveClient } from '#fixtures/live-client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { closeCodeOf, openRawLiveConnection } from '#tests/support/wire/raw-live-connection.ts';

const { signUp, insertMembers } = await startTestServer({ rateLimits: true });

let mallory: Member;
const [ada, grace] = [await signUp(), await signUp()];
await ada.connect(grace);
beforeEach(async () => {
  [mallory] = (await insertMembers(1)) as [Member];
});

/** Opens live connections of Mallory, one after the other. */
async function open(count: number): Promise<LiveClient[]> {
  const tabs: LiveClient[] = [];
  for (let n = 0; n < count; n++) tabs.push(await mallory.listen());
  return tabs;
}

test('one tab too many closes the oldest with a code of its own; the others stay open', async () => {
  const [oldest, ...others] = await open(LIVE_SOCKETS_PER_PERSON + 1);
  expect((await oldest!.closed).code).toBe(MADE_ROOM_CLOSE_CODE);
  await mallory.choose('Yellow');
  for (const tab of others) expect(await tab.next('mood')).toMatchObject({ mood: 'Yellow' });
  for (const tab of others) tab.terminate();
});

test('the oldest tab is closed without waiting for its answer', async () => {
  const { wire } = await openRawLiveConnection(mallory);
  const others = await open(LIVE_SOCKETS_PER_PERSON);
  expect(await closeCodeOf(wire)).toBe(MADE_ROOM_CLOSE_CODE);
  expect(await wire.readToEnd()).toBe('');
  for (const tab of others) tab.terminate();
});

test('the frames of all tabs of a person are counted together, and other people do not wait for them', async () => {
  const [writer, reader] = [await grace.listen(), await ada.listen()];
  const tabs = await open(LIVE_SOCKETS_PER_PERSON);
  const closed: number[] = [];
  for (const tab of tabs) void tab.closed.then(({ code }) => closed.push(code));
  for (const tab of tabs)
    for (let n = 0; n < LIVE_FRAMES_PER_SECOND - 10; n++) tab.send({ type: 'read', sender: ada.uid });
  writer.send({ type: 'send', id: crypto.randomUUID(), receiver: ada.uid, content: 'How are you?' });
  await reader.next('message');
  expect((await ada.circle()).status).toBe(200);
  // The limit allows 500 of the 24,500 frames: hardly more than one tab's.
  await expect.poll(() => closed.length).toBeGreaterThan(LIVE_SOCKETS_PER_PERSON - 10);
  expect(new Set(closed)).toEqual(new Set([TOO_MANY_FRAMES_CLOSE_CODE]));
  for (const tab of tabs) tab.terminate();
});
