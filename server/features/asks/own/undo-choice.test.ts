import { expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { DEFAULT_TEXT_OPTIONS } from '#server/features/texts/outbox/text-channel.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { status } from '#tests/support/servers/endpoint.ts';

const askServer = await startAskServer({ undoSeconds: 60 });
const { server, pool, endpoint, circle, choose, asks, open, openAsk, texts } = askServer;

const undo = (who: Member, ask: string) => who.post(`/api/asks/${ask}/undo`);
const supportTexts = () => endpoint.received.filter(({ body }) => /some support/.test(body.message));

test('Dark: the mood is told at once, the texts leave once when the hold is over, and no further one follows', async () => {
  const [ada, grace, sam] = await circle(3);
  const browser = await grace.listen();
  await choose(ada, 'Dark');
  await browser.next('mood');
  await server.advance('30 seconds');
  expect(supportTexts()).toEqual([]);
  expect((await asks(grace)).friends).toEqual([]);
  await server.advance('30 seconds');
  await browser.next('friend-ask');
  expect((await asks(grace)).friends).toMatchObject([{ uid: ada.uid, level: 'Dark', onIt: 0, answer: null }]);
  expect(supportTexts()).toHaveLength(2);
  for (const { body } of supportTexts()) {
    const words = `Your friend Friend 1 can really use some support right now, because their mood color has changed to dark. Send them a support message ${server.origin}/a#`;
    expect(body.message.slice(0, words.length)).toBe(words);
  }
  const { id } = (await asks(ada)).mine!;
  for (const answer of ['yes', 'later', 'no']) await sam.put(`/api/asks/${id}/answer`, { answer });
  await ada.post(`/api/asks/${id}/close`, { tell: true });
  expect(await texts(ada)).toHaveLength(2);
  expect(supportTexts()).toHaveLength(2);
});

test('Dark, Yellow, Purple, Green in the hold: each friend gets the texts of both calls', async () => {
  const [ada, grace, sam] = await circle(3);
  for (const mood of ['Dark', 'Yellow', 'Purple', 'Green']) await choose(ada, mood);
  await open();
  expect(supportTexts()).toHaveLength(4);
  const colours = (phone: string) =>
    supportTexts()
      .filter(({ body }) => body.phoneNumber === phone)
      .map(({ body }) => /changed to (\w+)/.exec(body.message)![1]);
  for (const { phonenumber } of [grace, sam]) expect(colours(phonenumber).sort()).toEqual(['dark', 'purple']);
  expect((await pool.query('select from asks where uid = $1', [ada.uid])).rowCount).toBe(1);
});

test('an undo in the hold: no text is left to send, friends see the former mood live, and nothing of it is listed', async () => {
  const [ada, grace] = await circle(3);
  await choose(ada, 'Yellow');
  const browser = await grace.listen();
  await choose(ada, 'Dark');
  expect(await browser.next('mood')).toMatchObject({ mood: 'Dark' });
  const { id } = (await asks(ada)).mine!;
  expect((await undo(ada, id)).body).toEqual({ mood: 'Yellow', asked: 0, left: 0, stands: null });
  expect((await asks(ada)).undone).toBeNull();
  expect(await browser.next('mood')).toMatchObject({ mood: 'Yellow' });
  const left = await pool.query(
    `select id::text from causes where choice in (select id from mood_choices where uid = $1)
     union all select id::text from texts where author = $1`,
    [ada.uid],
  );
  expect(left.rows).toEqual([]);
  const { body } = await ada.get(`/api/users/${ada.uid}/export`);
  expect(body.moods.map(({ mood }: { mood: string }) => mood)).toEqual(['Yellow']);
  expect(body.asks).toEqual([]);
  // Not even when it would have opened.
  await open();
  expect((await browser.everything()).filter(({ type }) => type !== 'mood')).toEqual([]);
  expect((await asks(grace)).friends).toEqual([]);
});

test('an undo of a call after an easier mood leaves that mood, and the ask ends by itself two hours later', async () => {
  const [ada] = await circle(3);
  const id = await openAsk(ada, 'Purple');
  await choose(ada, 'Green');
  await choose(ada, 'Dark');
  expect((await asks(ada)).mine).toMatchObject({ id, level: 'Dark' });
  expect((await undo(ada, id)).body).toMatchObject({ mood: 'Green' });
  expect((await asks(ada)).mine).toMatchObject({ id, level: 'Purple', worseAt: null, closed: null });
  await server.advance('2 hours');
  expect((await asks(ada)).mine!.closed).toMatchObject({ how: 'quiet' });
});

test('an undo of the second worsening leaves the first one', async () => {
  const [ada] = await circle(3);
  const id = await openAsk(ada, 'Purple');
  await choose(ada, 'Dark');
  const { worseAt } = (await asks(ada)).mine!;
  await choose(ada, 'Purple');
  await choose(ada, 'Dark');
  expect((await asks(ada)).mine!.worseAt).toBeGreaterThan(worseAt!);
  await undo(ada, id);
  expect((await asks(ada)).mine).toMatchObject({ level: 'Purple', worseAt });
  await open();
});

test('the gateway hangs while the undo arrives: what it holds counts as left, the others are cancelled', async () => {
  const [ada] = await circle(15);
  server.holdCalls(0);
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  endpoint.answer = async (response) => {
    await released;
    response.writeHead(202).end();
  };
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  const held = DEFAULT_TEXT_OPTIONS.places;
  await vi.waitFor(() => expect(supportTexts()).toHaveLength(held));
  const { body } = await undo(ada, id);
  expect(body).toMatchObject({ asked: 14, left: held });
  letGo();
  const all = await texts(ada);
  const count = (wanted: string) => all.filter((text) => text.status === wanted).length;
  expect([count('sent'), count('cancelled')]).toEqual([held, 14 - held]);
}, 20_000);

test('two undos at once take back one choice each', async () => {
  const [ada] = await circle(3);
  for (const mood of ['Purple', 'Dark']) await choose(ada, mood);
  const { id } = (await asks(ada)).mine!;
  const answers = await Promise.all([undo(ada, id), undo(ada, id), undo(ada, id)]);
  expect(answers.map(({ status: code }) => code).sort()).toEqual([200, 200, 404]);
  expect((await asks(ada)).mine).toBeNull();
  expect((await ada.get(`/api/users/${ada.uid}/info/mood`)).body.mood).toBe('Green');
});

/** Chooses Dark; the gateway takes one text, and the others wait for another try. @returns the ask's id */
async function darkOfWhichOneTextLeft(who: Member): Promise<string> {
  server.holdCalls(0);
  let taken = 0;
  endpoint.answer = (response) => response.writeHead(taken++ < 1 ? 202 : 503).end();
  await choose(who, 'Dark');
  await server.settled();
  return (await asks(who)).mine!.id;
}

test('a slip is offered on every device until it is told; by text once, to those whose text had left, and not to the others', async () => {
  const [ada, grace, sam, mei] = await circle(4);
  const id = await darkOfWhichOneTextLeft(ada);
  const { rows } = await pool.query(`select from texts where author = $1 and status = 'queued'`, [ada.uid]);
  expect(rows).toHaveLength(2);
  expect((await undo(ada, id)).body).toMatchObject({ mood: 'Green', asked: 3, left: 1, stands: null });
  expect((await asks(ada)).undone).toMatchObject({ ask: id, level: 'Dark', asked: 3, left: 1 });
  await server.advance('1 hour');
  expect((await asks(ada)).undone).toBeNull();
  expect((await ada.post(`/api/asks/${id}/slip`)).status).toBe(404);
  await server.advance('-1 hour');
  const device = await ada.listen();
  endpoint.answer = status(202);
  const before = endpoint.received.length;
  for (const _ of [1, 2]) expect((await ada.post(`/api/asks/${id}/slip`)).status).toBe(200);
  await device.next('own-ask');
  expect((await asks(ada)).undone).toBeNull();
  await texts(ada);
  const told = endpoint.received.slice(before).map(({ body }) => body);
  const to = [grace, sam, mei!].map(({ phonenumber }) => phonenumber);
  expect(to).toContain(told[0]!.phoneNumber);
  expect(told.map(({ message }) => message)).toEqual([
    `Friend 1 picked that mood by mistake and is OK ${server.origin}/chat/${ada.uid}`,
  ]);
});

test('a Dark that passed quiet hours is followed by the text that it was a slip', async () => {
  const [ada, grace] = await circle(3);
  server.holdCalls(0);
  const now = await server.now();
  const hour = (offset: number) => new Date(now + offset * 3_600_000).toISOString().slice(11, 16);
  const quietHours = { from: hour(-2), to: hour(2), zone: 'UTC' };
  expect((await grace.set({ quietHours })).status).toBe(200);
  const toGrace = () => endpoint.received.filter(({ body }) => body.phoneNumber === grace.phonenumber);
  endpoint.answer = (response, { body }) =>
    response.writeHead(body.phoneNumber === grace.phonenumber ? 202 : 503).end();
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  await server.settled();
  expect((await undo(ada, id)).body).toMatchObject({ asked: 2, left: 1 });
  endpoint.answer = status(202);
  expect((await ada.post(`/api/asks/${id}/slip`)).status).toBe(200);
  await server.settled();
  expect(toGrace().map(({ body }) => body.message.includes('by mistake'))).toEqual([false, true]);
});

async function neitherOfferedNorTold(who: Member, ask: string): Promise<void> {
  expect((await asks(who)).undone).toBeNull();
  endpoint.answer = status(202);
  expect((await who.post(`/api/asks/${ask}/slip`)).status).toBe(404);
  expect((await texts(who)).filter(({ cause }) => cause === 'slip')).toEqual([]);
}

test.each<[string, string, (ada: Member, first: string) => Promise<unknown>]>([
  ['an earlier call stands', 'Purple', async () => {}],
  ['an earlier call was eased: its closing tells friends', 'Yellow', (ada) => choose(ada, 'Yellow')],
  ['the ask before was closed by a person who still was in bad shape', 'Purple', (ada, id) => askServer.close(ada, id)],
])('no slip is offered or told when %s', async (_, mood, happens) => {
  const [ada] = await circle(3);
  const first = await openAsk(ada, 'Purple');
  await texts(ada);
  await happens(ada, first);
  const id = await darkOfWhichOneTextLeft(ada);
  expect((await undo(ada, id)).body).toMatchObject({ mood, left: 1 });
  await neitherOfferedNorTold(ada, id);
});

test('a slip is offered after an easier mood, and none is offered or told after another call, also when the person is well again', async () => {
  const [ada] = await circle(3);
  const id = await darkOfWhichOneTextLeft(ada);
  expect((await undo(ada, id)).body).toMatchObject({ mood: 'Green', left: 1, stands: null });
  await choose(ada, 'Yellow');
  expect((await asks(ada)).undone).toMatchObject({ ask: id, level: 'Dark', asked: 2, left: 1 });
  // No text is left to be sent again in a later test.
  endpoint.answer = status(202);
  for (const mood of ['Dark', 'Green']) {
    await choose(ada, mood);
    await neitherOfferedNorTold(ada, id);
  }
});

test('a text that it was a slip waits for the gateway, and is held back when another call comes', async () => {
  const [ada] = await circle(3);
  const id = await darkOfWhichOneTextLeft(ada);
  await undo(ada, id);
  endpoint.answer = status(503);
  expect((await ada.post(`/api/asks/${id}/slip`)).status).toBe(200);
  await server.settled();
  await choose(ada, 'Dark');
  await server.settled();
  endpoint.answer = status(202);
  endpoint.received.length = 0;
  await server.advance('15 minutes');
  expect(supportTexts()).toHaveLength(2);
  expect(endpoint.received).toHaveLength(2);
  const slips = `select status, reason from texts where author = $1 and cause = 'slip'`;
  expect((await pool.query(slips, [ada.uid])).rows).toEqual([{ status: 'cancelled', reason: 'outdated' }]);
});

test('what a slip counts is the same whether a friend leaves or blocks the person', async () => {
  server.holdCalls(0);
  const seen = async (part: (friend: Member, ada: Member) => Promise<unknown>) => {
    const [ada, sam] = await circle(3);
    const grace = await server.signUp({ phonenumber: '+14155550199' });
    await ada.connect(grace);
    endpoint.answer = (response, { body }) =>
      response.writeHead(body.phoneNumber === sam.phonenumber ? 503 : 202).end();
    await choose(ada, 'Dark');
    await server.settled();
    const { id } = (await asks(ada)).mine!;
    expect((await undo(ada, id)).body).toMatchObject({ asked: 3, left: 2 });
    await part(grace, ada);
    await server.settled();
    const { asked, left } = (await asks(ada)).undone!;
    return { asked, left };
  };
  const blocked = await seen((friend, ada) => friend.block(ada));
  expect(blocked).toEqual({ asked: 2, left: 1 });
  expect(await seen((friend) => friend.leave())).toEqual(blocked);
});
