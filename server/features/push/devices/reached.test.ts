import { expect, test } from 'vitest';
import { startPushFriends } from '#tests/support/push/push-test-server.ts';

const { ada, grace, subscribe, newBrowser, settled, passTime, sql } = await startPushFriends();

const reach = (who: typeof grace) => who.post(`/api/users/${grace.uid}/push/reached`);
const device = async (who: typeof grace) => (await who.get(`/api/users/${grace.uid}/push`)).body.device;
const passDays = (days: number) =>
  sql`update push_devices set reached_at = reached_at - ${days} * interval '1 day',
    unconfirmed_since = unconfirmed_since - ${days} * interval '1 day'`;

async function notify() {
  await passTime();
  await ada.choose('Green');
  await ada.choose('Dark');
  await settled();
}

test('a device that has confirmed before, and nothing for a week, is silent until it confirms again', async () => {
  await subscribe(grace, 'phone');
  await notify();
  await passDays(8);
  // Some browsers never confirm.
  expect(await device(grace)).toMatchObject({ reachedAt: null, isSilent: false });
  expect((await reach(grace)).status).toBe(200);
  expect(await device(grace)).toMatchObject({ reachedAt: expect.any(Number) });
  await passDays(8);
  // Nothing was sent.
  expect(await device(grace)).toMatchObject({ isSilent: false });
  await notify();
  expect(await device(grace)).toMatchObject({ isSilent: false });
  await passDays(8);
  expect(await device(grace)).toMatchObject({ isSilent: true });
  expect((await ada.get('/api/asks')).body.mine.report).toMatchObject({ notifiable: 0 });
  await reach(grace);
  expect(await device(grace)).toMatchObject({ isSilent: false });
  expect((await ada.get('/api/asks')).body.mine.report).toMatchObject({ notifiable: 1 });
});

test('a confirmation that comes before the push is stored counts', async () => {
  await subscribe(grace, 'phone');
  await reach(grace);
  await notify();
  await passDays(8);
  expect(await device(grace)).toMatchObject({ isSilent: false });
});

test('a confirmation within a minute of another is not stored, so a push that is stored a little later waits for none', async () => {
  await subscribe(grace, 'phone');
  await reach(grace);
  await sql`update push_devices set reached_at = now() - interval '90 seconds'`;
  await notify();
  await passDays(8);
  expect(await device(grace)).toMatchObject({ isSilent: false });
});

test('a confirmation is no use of the session', async () => {
  await subscribe(grace, 'phone');
  const sessions = async () => await sql`select * from sessions where user_id = ${grace.uid}`;
  await sql`update sessions set expires_at = now() + interval '30 days' where user_id = ${grace.uid}`;
  const before = await sessions();
  expect((await reach(grace)).status).toBe(200);
  expect(await sessions()).toEqual(before);
  await device(grace);
  expect(await sessions()).not.toEqual(before);
});

test('confirms its own device alone', async () => {
  await subscribe(grace, 'phone');
  const tablet = await newBrowser(grace);
  await subscribe(tablet, 'tablet');
  await reach(tablet as typeof grace);
  expect(await device(grace)).toMatchObject({ reachedAt: null });
  expect((await ada.post(`/api/users/${grace.uid}/push/reached`)).status).toBe(404);
});
