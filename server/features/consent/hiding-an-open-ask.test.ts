import { beforeEach, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';

const askServer = await startAskServer({ generalMessageUrl: undefined });
const { server, circle, asks, openAsk, answer, close, hide, framesOf } = askServer;

let ada: Member;
let sam: Member;
let grace: Member;
let ask: string;
async function begin(): Promise<void> {
  [ada, sam, grace] = await circle(3);
  ask = await openAsk(ada);
}
beforeEach(begin);

/** What Sam's browser and calls get of the end of an ask. Ids and times are left out. */
async function endSeenBySam(end: () => Promise<unknown>) {
  await answer(sam, ask, 'yes');
  await server.settled();
  const browser = await sam.listen();
  await end();
  const frames = await framesOf(browser);
  const calls = [
    await answer(sam, ask, 'yes'),
    await answer(sam, ask, 'no'),
    await sam.post(`/api/asks/${ask}/hand-over`),
    await sam.post(`/api/asks/${ask}/reached`),
    await sam.post(`/api/asks/${ask}/seen`),
    await sam.get('/api/asks'),
  ].map(({ status, body }) => [status, body]);
  return JSON.stringify({ frames, calls }, null, 1).replaceAll(/[0-9a-f-]{36}|\d{13}/g, 'x');
}

test('to the friend it is the same as a quiet end: frames, status codes and lists', async () => {
  const ended = await endSeenBySam(async () => {
    await ada.choose('Green');
    await close(ada, ask);
  });
  await begin();
  expect(await endSeenBySam(() => hide(ada, sam))).toBe(ended);
});

test('and so it is after Green, when the card is still there', async () => {
  await ada.choose('Green');
  const ended = await endSeenBySam(() => close(ada, ask));
  await begin();
  await ada.choose('Green');
  expect(await endSeenBySam(() => hide(ada, sam))).toBe(ended);
});

test.each<[string, (eve: Member) => Promise<{ status: number }>]>([
  ['hidden from', (eve) => hide(ada, eve)],
  ['removed', (eve) => ada.remove(eve, true)],
  ['gone with their account', (eve) => eve.leave()],
])('a friend who would reach out and is then %s is counted no more, and the others read so at once', async (_, end) => {
  [ada, grace] = await circle(3);
  const eve = await server.signUp();
  await ada.connect(eve);
  ask = await openAsk(ada);
  await answer(eve, ask, 'yes');
  await server.settled();
  expect((await asks(grace)).friends).toMatchObject([{ onIt: 1 }]);
  const browser = await grace.listen();
  expect((await end(eve)).status).toBe(200);
  expect(await browser.next('friend-ask')).toMatchObject({ onIt: 0, state: 'open' });
  expect((await asks(grace)).friends).toMatchObject([{ onIt: 0, names: [] }]);
});
