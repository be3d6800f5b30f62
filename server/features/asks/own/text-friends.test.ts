import { expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { setPhone } from '#tests/support/people/set-phone.ts';
import { status } from '#tests/support/servers/endpoint.ts';

const askServer = await startAskServer();
const { server, pool, endpoint, circle, choose, asks, openAsk, texts, answer, close, look, framesOf } = askServer;

const messages = (word: RegExp) => endpoint.received.filter(({ body }) => word.test(body.message));
const again = (who: Member, ask: string) => who.post(`/api/asks/${ask}/again`);
const secondTexts = async (who: Member) => (await texts(who)).filter(({ cause }) => cause === 'again');

test('asking once more texts those who were texted and have not answered, once, with a link to answer', async () => {
  const [ada, grace, sam, mei, alan] = await circle(5);
  await setPhone(pool, mei!.uid, '');
  const id = await openAsk(ada);
  await texts(ada);
  await answer(grace, id, 'no');
  const answers = await Promise.all([again(ada, id), again(ada, id)]);
  expect(answers.map(({ status: code }) => code).sort()).toEqual([200, 409]);
  expect(answers.find(({ status: code }) => code === 409)!.body.error.code).toBe('too_late');
  const second = (await secondTexts(ada)).map(({ recipient }) => recipient);
  expect(second.sort()).toEqual([sam.uid, alan!.uid].sort());
  const words = `Still hoping to reach a friend: Friend 1 could use some support. Even one line helps ${server.origin}/a#`;
  const sent = messages(/^Still hoping/);
  expect(sent.map(({ body }) => body.message.slice(0, words.length))).toEqual([words, words]);
  const { body } = await look(sent[0]!.body.message.split('#')[1]!);
  expect(body).toMatchObject({ firstname: 'Friend', level: 'Dark' });
  expect((await asks(sam)).friends[0]!.againAt).toEqual(expect.any(Number));
});

test('of two who share a phone the one who has not answered is asked once more', async () => {
  const [ada, grace, sam] = await circle(3);
  await setPhone(pool, sam.uid, grace.phonenumber);
  const id = await openAsk(ada);
  const [first] = await texts(ada);
  const [answers, other] = first!.recipient === grace.uid ? [grace, sam] : [sam, grace];
  await answer(answers, id, 'no');
  expect((await again(ada, id)).status).toBe(200);
  expect(await secondTexts(ada)).toMatchObject([{ recipient: other.uid, status: 'sent' }]);
});

type Happens = (id: string, ada: Member, grace: Member) => Promise<unknown>;

async function answersFirst(id: string, ada: Member, grace: Member) {
  await ada.patch(`/api/asks/${id}`, { helpersWanted: 2 });
  await answer(grace, id, 'later');
}

test.each<[string, Happens, string[]]>([
  ['somebody answered', (id, _, grace) => answer(grace, id, 'later'), ['cancelled', 'cancelled']],
  // For the other one, who may be the second.
  ['the first of two answered', (id, ada, grace) => answersFirst(id, ada, grace), ['cancelled', 'sent']],
  ['the ask was closed', (id, ada) => close(ada, id), ['cancelled', 'cancelled']],
  // For the friend alone who cannot now.
  ['a friend cannot now', (id, _, grace) => answer(grace, id, 'no'), ['cancelled', 'sent']],
])('at the last look before sending it is cancelled when %s', async (_, happens, states) => {
  const [ada, grace, sam] = await circle(3);
  const id = await openAsk(ada);
  await texts(ada);
  endpoint.answer = status(503);
  expect((await again(ada, id)).status).toBe(200);
  expect((await secondTexts(ada)).map(({ status: state }) => state)).toEqual(['queued', 'queued']);
  await happens(id, ada, grace);
  endpoint.answer = status(202);
  endpoint.received.length = 0;
  await pool.query(`update texts set next_attempt_at = now() where cause = 'again' and status = 'queued'`);
  const second = new Map((await secondTexts(ada)).map(({ recipient, status: state }) => [recipient, state]));
  expect([second.get(grace.uid), second.get(sam.uid)]).toEqual(states);
  const sent = states.includes('sent') ? [sam.phonenumber] : [];
  expect(messages(/^Still hoping/).map(({ body }) => body.phoneNumber)).toEqual(sent);
});

test('it is too late to ask once more while the ask is held, and over when it is closed', async () => {
  const [ada] = await circle(3);
  server.holdCalls(60);
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  expect((await again(ada, id)).body.error.code).toBe('too_late');
  await close(ada, id);
  expect((await again(ada, id)).body.error.code).toBe('ask_closed');
});

test.each([{ tell: false, byText: true }, { tell: true, byText: false }, { tell: false }])(
  'closing with %j texts nobody',
  async (how) => {
    const [ada] = await circle(3);
    const id = await openAsk(ada);
    const before = await texts(ada);
    await close(ada, id, how);
    expect(await texts(ada)).toHaveLength(before.length);
  },
);

test('asking once more and closing by text reach only those whose text left', async () => {
  const [ada, grace, sam, mei] = await circle(4);
  await setPhone(pool, mei!.uid, '');
  const id = await openAsk(ada);
  await texts(ada);
  await pool.query(`update texts set status = 'cancelled' where author = $1 and recipient = $2`, [ada.uid, grace.uid]);
  await again(ada, id);
  await texts(ada);
  await choose(ada, 'Green');
  expect((await close(ada, id, { tell: true, thank: [sam.uid], byText: true })).status).toBe(200);
  const further = (await texts(ada)).filter(({ cause }) => cause !== 'mood');
  expect(further.map(({ recipient, cause }) => [recipient, cause])).toEqual([
    [sam.uid, 'again'],
    [sam.uid, 'closing'],
  ]);
  expect(messages(/doing better/).map(({ body }) => body.message)).toEqual([
    `Friend 1 is doing better. Thank you for being there ${server.origin}/chat/${ada.uid}`,
  ]);
});

test.each<[string, (ada: Member, id: string) => Promise<void>]>([
  [
    'a person who closes an ask while they are in bad shape',
    async (ada, id) => {
      await close(ada, id, { tell: true, byText: true });
    },
  ],
  [
    'a person whose text waits for the gateway until they call again',
    async (ada, id) => {
      await choose(ada, 'Green');
      await close(ada, id, { tell: true, byText: true });
      await server.settled();
      await choose(ada, 'Dark');
      await server.settled();
    },
  ],
])('no text says that they are doing better, of %s', async (_, happens) => {
  const [ada] = await circle(2);
  const id = await openAsk(ada);
  await texts(ada);
  endpoint.answer = status(503);
  await happens(ada, id);
  endpoint.answer = status(202);
  endpoint.received.length = 0;
  await server.advance('15 minutes');
  expect(messages(/doing better/)).toEqual([]);
  expect((await texts(ada)).filter(({ cause }) => cause === 'closing')).toMatchObject([{ status: 'cancelled' }]);
});

test('a line of 140 characters is kept, 141 and two lines are refused; it is in no text, and gone after closing', async () => {
  const [ada, grace] = await circle(3);
  const id = await openAsk(ada);
  const most = 'x'.repeat(139);
  const change = (body: object) => ada.patch(`/api/asks/${id}`, body);
  for (const note of [`${most}y`, `${most}é`]) {
    const { status, body } = await change({ help: 'company', note: `  ${note} ` });
    expect([status, body.mine.note]).toEqual([200, note]);
    expect((await asks(grace)).friends[0]).toMatchObject({ note, help: 'company' });
  }
  for (const note of [`${most}yz`, 'two\nlines']) {
    const { status, body } = await change({ note });
    expect([status, body.error.code]).toEqual([400, 'invalid']);
  }
  await texts(ada);
  await ada.post(`/api/asks/${id}/again`);
  await choose(ada, 'Dark');
  await texts(ada);
  await choose(ada, 'Green');
  await close(ada, id, { tell: true, byText: true });
  await texts(ada);
  const sent = endpoint.received.map(({ body }) => body.message);
  for (const words of [/^Your friend/, /^Still hoping/, /is doing better/])
    expect(sent.some((message) => words.test(message))).toBe(true);
  // Longer than a row of x in the random code of a link.
  for (const hidden of [/x{20}/, /company/i]) expect(sent.filter((message) => hidden.test(message))).toEqual([]);
  const forgotten = { help: null, note: null };
  expect([(await asks(ada)).mine, ...(await asks(grace)).friends]).toMatchObject([forgotten, forgotten]);
  expect((await pool.query('select help, note from asks where id = $1', [id])).rows).toEqual([forgotten]);
});

test('Not now: friends get the mood and the end of the card, the same as when an ask ends by itself, and no text', async () => {
  const [ada, grace] = await circle(3);
  const id = await openAsk(ada);
  await texts(ada);
  const before = endpoint.received.length;
  const browser = await grace.listen();
  await choose(ada, 'Green');
  await close(ada, id);
  expect((await asks(grace)).friends).toEqual([]);
  expect((await asks(ada)).mine!.closed).toMatchObject({ how: 'ok' });
  const frames = await framesOf(browser);
  expect(frames.map(({ type }) => type).filter((type) => !['mood', 'friend-ask'].includes(type))).toEqual([]);
  expect(frames.at(-1)).toMatchObject({ type: 'friend-ask', id, state: 'closed' });
  expect(endpoint.received).toHaveLength(before);
});
