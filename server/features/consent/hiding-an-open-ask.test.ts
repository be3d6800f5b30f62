import { beforeEach, expect, test } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { type Member, PASSWORD } from '#fixtures/client.ts';
import { asking } from '#tests/support/asks/asking.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer();
const { circle, openAsk } = asking(server);

let ada: Member;
let sam: Member;
let grace: Member;
let ask: string;
beforeEach(async () => {
  [ada, sam, grace] = await circle(3);
  ask = await openAsk(ada);
});

const hide = (hidesMood: boolean) => ada.patch(`/api/users/${ada.uid}/connections/${sam.uid}/controls`, { hidesMood });
const friendAsks = async (who: Member) => (await who.get('/api/asks')).body.friends;

/** What a friend's browser and calls get of the end of an ask. Ids and times are left out. */
async function endSeenBy(friend: Member, end: () => Promise<unknown>) {
  await friend.put(`/api/asks/${ask}/answer`, { answer: 'yes' });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const browser = await friend.listen();
  await end();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const frames = await browser.everything();
  browser.terminate();
  const calls = [
    await friend.put(`/api/asks/${ask}/answer`, { answer: 'yes' }),
    await friend.put(`/api/asks/${ask}/answer`, { answer: 'no' }),
    await friend.post(`/api/asks/${ask}/hand-over`),
    await friend.post(`/api/asks/${ask}/reached`),
    await friend.post(`/api/asks/${ask}/seen`),
    await friend.get('/api/asks'),
  ].map(({ status, body }) => [status, body]);
  return JSON.stringify({ frames, calls }, null, 1).replaceAll(/[0-9a-f-]{36}|\d{13}/g, 'x');
}

const endQuietly = async () => {
  await ada.choose('Green');
  await ada.post(`/api/asks/${ask}/close`, { tell: false });
};

test('to the friend it is the same as a quiet end: frames, versions, status codes and lists', async () => {
  const ended = await endSeenBy(sam, endQuietly);
  [ada, sam] = await circle(3);
  ask = await openAsk(ada);
  expect(await endSeenBy(sam, () => hide(true))).toBe(ended);
});

test('and so it is after Green, when the card is still there', async () => {
  await ada.choose('Green');
  const ended = await endSeenBy(sam, () => ada.post(`/api/asks/${ask}/close`, { tell: false }));
  [ada, sam] = await circle(3);
  ask = await openAsk(ada);
  await ada.choose('Green');
  expect(await endSeenBy(sam, () => hide(true))).toBe(ended);
});

test('shown again it has the time of that moment, as another choice of Dark would have', async () => {
  await hide(true);
  const browser = await sam.listen();
  await hide(false);
  const { chosenAt } = (await browser.next('mood')) as Extract<LiveEvent, { type: 'mood' }>;
  browser.terminate();
  expect(await friendAsks(sam)).toMatchObject([{ calledAt: chosenAt }]);
});

test.each([
  ['hidden from', () => hide(true)],
  ['removed', () => ada.delete(`/api/users/${ada.uid}/connections/${sam.uid}?block=true`)],
])('a friend who would reach out and is then %s is counted no more, and the others read so at once', async (_, end) => {
  const browser = await grace.listen();
  await sam.put(`/api/asks/${ask}/answer`, { answer: 'yes' });
  expect(await browser.next('friend-ask')).toMatchObject({ onIt: 1 });
  await end();
  expect(await browser.next('friend-ask')).toMatchObject({ onIt: 0, state: 'open' });
  browser.terminate();
  expect(await friendAsks(grace)).toMatchObject([{ onIt: 0, names: [] }]);
});

test('and so is one who deletes their account', async () => {
  [ada, grace] = await circle(3);
  const eve = await server.signUp();
  await ada.connect(eve);
  ask = await openAsk(ada);
  const browser = await grace.listen();
  await eve.put(`/api/asks/${ask}/answer`, { answer: 'yes' });
  expect(await browser.next('friend-ask')).toMatchObject({ onIt: 1 });
  expect((await eve.post(`/api/users/${eve.uid}/leave`, { password: PASSWORD })).status).toBe(200);
  expect(await browser.next('friend-ask')).toMatchObject({ onIt: 0, state: 'open' });
  browser.terminate();
});
