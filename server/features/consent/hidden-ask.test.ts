import { beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';

const askServer = await startAskServer();
const { server, circle, openAsk, asks, choose, open, texts, answer, codeTo } = askServer;
const { settled } = server;

let ada: Member;
let sam: Member;
let grace: Member;
let ask: string;
/** Of the link in Sam's text about Ada's ask. */
let code: string;
async function begin(): Promise<void> {
  [ada, sam, grace] = await circle(3);
  ask = await openAsk(ada, 'Purple');
  await texts(ada);
  code = codeTo(sam);
}
beforeEach(begin);

const hide = async (hidesMood: boolean) => expect((await askServer.hide(ada, sam, hidesMood)).status).toBe(200);
const hideAndShow = async () => {
  await hide(true);
  await hide(false);
};
const close = (tell: boolean) => askServer.close(ada, ask, { tell });
const answerByLink = (kind: string) => server.visitor.post('/api/asks/link/answer', { code, answer: kind });
const look = async (linked = code) => {
  const { status, body } = await askServer.look(linked);
  return { status, ...body };
};

/** What Sam's browser and calls get of the end of an ask. Ids and times are left out. */
async function endSeenBySam(end: () => Promise<unknown>) {
  await answer(sam, ask, 'yes');
  await settled();
  const browser = await sam.listen();
  await end();
  const frames = await askServer.framesOf(browser);
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

test('to the friend the hiding of an open ask is the same as its quiet end: frames, status codes and lists', async () => {
  const ended = await endSeenBySam(async () => {
    await choose(ada, 'Green');
    await close(false);
  });
  await begin();
  expect(await endSeenBySam(() => hide(true))).toBe(ended);
});

test('and so it is after Green, when the card is still there', async () => {
  await choose(ada, 'Green');
  const ended = await endSeenBySam(() => close(false));
  await begin();
  await choose(ada, 'Green');
  expect(await endSeenBySam(() => hide(true))).toBe(ended);
});

test.each<[string, (eve: Member) => Promise<{ status: number }>]>([
  ['hidden from', (eve) => askServer.hide(ada, eve)],
  ['removed', (eve) => ada.remove(eve, true)],
  ['gone with their account', (eve) => eve.leave()],
])('a friend who would reach out and is then %s is counted no more, and the others read so at once', async (_, end) => {
  [ada, grace] = await circle(3);
  const eve = await server.signUp();
  await ada.connect(eve);
  ask = await openAsk(ada);
  await answer(eve, ask, 'yes');
  await settled();
  expect((await asks(grace)).friends).toMatchObject([{ onIt: 1 }]);
  const browser = await grace.listen();
  expect((await end(eve)).status).toBe(200);
  expect(await browser.next('friend-ask')).toMatchObject({ onIt: 0, state: 'open' });
  expect((await asks(grace)).friends).toMatchObject([{ onIt: 0, names: [] }]);
});

describe('a call that is shown again', () => {
  test('stays closed to the friend, in the app and by the link; the next one is an ask that they have not seen', async () => {
    await answer(sam, ask, 'yes');
    await hideAndShow();
    expect((await asks(sam)).friends).toEqual([]);
    const refused = await answer(sam, ask, 'no');
    expect([refused.status, refused.body.error.code]).toEqual([409, 'ask_closed']);
    expect((await sam.post(`/api/asks/${ask}/seen`)).body.friends).toEqual([]);
    expect(await look()).toMatchObject({ status: 200, isClosed: true, answer: 'yes' });
    expect((await answerByLink('no')).status).toBe(409);

    await choose(ada, 'Dark');
    await open();
    const [card, ...others] = (await asks(sam)).friends;
    expect(others).toEqual([]);
    expect(card).toMatchObject({
      uid: ada.uid,
      level: 'Dark',
      answer: null,
      closed: null,
      worseAt: null,
      againAt: null,
    });
    expect(card!.id).not.toBe(ask);
    expect((await answer(sam, ask, 'no')).status).toBe(409);
    expect((await answer(sam, card!.id, 'yes')).status).toBe(200);
    expect((await asks(ada)).mine).toMatchObject({ id: ask, answers: [{ uid: sam.uid }] });
    await close(true);
    expect((await asks(sam)).friends).toMatchObject([{ id: card!.id, closed: {} }]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['was asked before', () => hide(true)],
    [
      'was not',
      async () => {
        await close(false);
        await hide(true);
        ask = await openAsk(ada, 'Purple');
      },
    ],
  ])('is a new ask to the friend who %s, by all that the next one brings: frames, card and page', async (_, hides) => {
    const next = async () => {
      await settled();
      const browser = await sam.listen();
      await openAsk(ada, 'Dark');
      await texts(ada);
      const read = [await askServer.framesOf(browser), await asks(sam), await look(codeTo(sam))];
      return JSON.stringify(read, null, 1).replaceAll(/[0-9a-f-]{36}|\d{13}(\.\d+)?/g, 'x');
    };
    await close(false);
    const fresh = await next();
    await begin();
    await hides();
    await choose(ada, 'Dark');
    await open();
    await answer(grace, ask, 'yes');
    await ada.post(`/api/asks/${ask}/again`);
    await choose(ada, 'Purple');
    await settled();
    await hide(false);
    expect(await next()).toBe(fresh);
  });

  test('goes on for the others: their answers stay, and their links lead to it', async () => {
    await answer(grace, ask, 'yes');
    await ada.patch(`/api/asks/${ask}`, { note: 'bad night' });
    await hideAndShow();
    const { mine } = await asks(ada);
    expect(mine).toMatchObject({
      id: ask,
      note: 'bad night',
      closed: null,
      answers: [{ uid: grace.uid, answer: 'yes' }],
    });
    expect((await asks(grace)).friends).toMatchObject([{ id: ask, answer: 'yes', note: 'bad night' }]);
    expect(await look(codeTo(grace))).toMatchObject({ status: 200, isClosed: false, answer: 'yes' });
    await choose(ada, 'Dark');
    await texts(ada);
    expect(await look(codeTo(sam))).toMatchObject({ status: 200, isClosed: false, level: 'Dark', answer: null });
    expect(await look()).toMatchObject({ status: 200, isClosed: true, level: 'Purple' });
  });

  test('while the friend answers, five times: the answer is stored before the end, or refused', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { id } = (await asks(sam)).friends[0]!;
      const [{ status }] = await Promise.all([answer(sam, id, 'yes'), hideAndShow()]);
      expect([200, 409]).toContain(status);
      expect((await asks(sam)).friends).toEqual([]);
      expect((await asks(ada)).mine!.answers).toEqual([]);
      await choose(ada, 'Dark');
      await open();
    }
  });
});

describe('the link in a text', () => {
  test('after hiding is byte for byte that of an ask which was closed quietly, for as long, whatever follows', async () => {
    const seen = async (end: () => Promise<unknown>) => {
      await answer(sam, ask, 'yes');
      await end();
      const first = await look();
      const { status, body } = await answerByLink('no');
      return JSON.stringify([first, status, body]).replaceAll(/\d{13}(\.\d+)?/g, 'time');
    };
    const closed = await seen(() => close(false));
    await begin();
    expect(await seen(() => hide(true))).toBe(closed);
    const before = await look();
    await choose(ada, 'Dark');
    await answer(grace, ask, 'yes');
    expect(await look()).toEqual(before);
    await hide(false);
    expect(await look()).toEqual(before);
    await server.advance('25 hours');
    expect((await look()).status).toBe(404);
  });

  const closedBefore = (interval: string) => async () => {
    await close(false);
    await server.advance(interval);
  };
  const endsByItself = async () => {
    await choose(ada, 'Green');
    await server.advance('3 hours');
  };
  const isClosed = { status: 200, isClosed: true, answer: 'yes', level: 'Purple' };

  test.each<[string, () => Promise<unknown>, object]>([
    ['an hour after its end', closedBefore('1 hour'), isClosed],
    ['25 hours after its end', closedBefore('25 hours'), { status: 404 }],
    ['after an end by itself', endsByItself, isClosed],
    ['after it was hidden and shown again', hideAndShow, isClosed],
  ])('%s stays as it was, also when a later ask is hidden and shown again', async (_, ends, shown) => {
    await answer(sam, ask, 'yes');
    const linked = code;
    await ends();
    const before = await look(linked);
    expect(before).toMatchObject(shown);
    await hideAndShow();
    expect(await look(linked)).toEqual(before);
    await openAsk(ada, 'Dark');
    for (const hidesMood of [true, false]) {
      await hide(hidesMood);
      expect(await look(linked)).toEqual(before);
    }
  });
});

describe('an ask that was closed with [Tell them]', () => {
  test('stays with the friend from whom the mood is hidden later', async () => {
    await answer(sam, ask, 'yes');
    await askServer.close(ada, ask, { tell: true, thank: [sam.uid] });
    const { friends } = await asks(sam);
    expect(friends).toMatchObject([{ id: ask, closed: { thanked: true } }]);
    const page = await look();
    for (const hidesMood of [true, false]) {
      await hide(hidesMood);
      expect((await asks(sam)).friends).toEqual(friends);
      expect(await look()).toEqual(page);
    }
  });

  test('is not there for the friend from whom it was hidden then, also when the mood is shown again', async () => {
    await hide(true);
    await close(true);
    expect((await asks(grace)).friends).toHaveLength(1);
    await hide(false);
    expect((await asks(sam)).friends).toEqual([]);
  });
});
