import { expect, test } from 'vitest';
import { startPushFriends, write } from '#tests/support/push/push-test-server.ts';

const { database, signUp, subscribe, expectTags, settled, ada, grace } = await startPushFriends();
const sam = await signUp({ firstname: 'Sam' });
await ada.connect(sam);

const hour = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString().slice(11, 16);
const quietHours = { from: hour(-2), to: hour(2), zone: 'UTC' };

test('a call that is hidden from a friend, or of a friend whom they muted, notifies none of their devices', async () => {
  const [hers, his] = [await subscribe(grace, 'hers'), await subscribe(sam, 'his')];
  await ada.control(sam, { hidesMood: true });
  await ada.choose('Dark');
  await expectTags(hers, `mood-${ada.uid}`);
  expect(his.tags()).toEqual([]);
  await ada.control(sam, { hidesMood: false });
  await sam.control(ada, { mute: '8 hours' });
  await ada.choose('Dark');
  await settled();
  expect(his.tags()).toEqual([]);
  await sam.control(ada, { mute: 'off' });
  await ada.choose('Dark');
  await expectTags(his, `mood-${ada.uid}`);
});

test('in quiet hours calls and messages make no sound, except Dark', async () => {
  await grace.set({ quietHours });
  const purple = await subscribe(grace, 'purple');
  await ada.choose('Purple');
  await expectTags(purple, `mood-${ada.uid}`);
  expect(purple.pushes()[0]!.payload).toMatchObject({ notification: { silent: true } });
  await database.pool.query('delete from push_devices');
  const dark = await subscribe(grace, 'dark');
  await ada.choose('Dark');
  await expectTags(dark, `mood-${ada.uid}`);
  expect(JSON.stringify(dark.pushes()[0]!.payload)).not.toContain('silent');
  await write(ada, grace);
  await expectTags(dark, `mood-${ada.uid}`, `chat-${ada.uid}`);
  expect(dark.pushes()[1]!.payload).toMatchObject({ notification: { silent: true } });
  await grace.set({ quietHours: null });
});

test('messages of a friend who was removed are in no count, and notify nobody', async () => {
  const eve = await signUp({ firstname: 'Eve' });
  await eve.connect(grace);
  await write(eve, grace);
  await eve.remove(grace, true);
  const hers = await subscribe(grace, 'hers');
  await ada.choose('Dark');
  await expectTags(hers, `mood-${ada.uid}`);
  // Ada's ask alone.
  expect(hers.pushes()[0]!.payload).toMatchObject({ app_badge: 1 });
});
