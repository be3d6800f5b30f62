import { expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { setPhone } from '#tests/support/people/set-phone.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { askAgainForAll } from './ask-again.ts';

const askServer = await startAskServer();
const { server, pool, endpoint, circle, choose, asks, openAsk, texts, answer, close, look } = askServer;
const { context } = server.moodring;

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

type Happens = (id: string, ada: Member, grace: Member) => Promise<unknown>;

test.each<[string, Happens, string[]]>([
  ['somebody answered', (id, _, grace) => answer(grace, id, 'later'), ['cancelled', 'cancelled']],
  ['the ask was closed', (id, ada) => close(ada, id), ['cancelled', 'cancelled']],
  // For the friend alone who cannot now.
  ['a friend cannot now', (id, _, grace) => answer(grace, id, 'no'), ['cancelled', 'sent']],
])(
  'at the last look before sending it is cancelled when %s, and the export does not tell',
  async (_, happens, states) => {
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
    const sent = states.includes('sent') ? [sam] : [];
    expect(messages(/^Still hoping/).map(({ body }) => body.phoneNumber)).toEqual(
      sent.map((friend) => friend.phonenumber),
    );
    const { moods } = (await ada.get(`/api/users/${ada.uid}/export`)).body;
    expect(moods.at(-1).texts).not.toHaveProperty('again');
  },
);

test('it is too late to ask once more while the ask is held, and over when it is closed', async () => {
  const [ada] = await circle(3);
  await pool.query('update users set hold_seconds = 60 where id = $1', [ada.uid]);
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  expect((await again(ada, id)).body.error.code).toBe('too_late');
  await close(ada, id);
  expect((await again(ada, id)).body.error.code).toBe('ask_closed');
});

const setAgainItself = (who: Member, againItself = true) =>
  who.patch(`/api/users/${who.uid}/settings`, { againItself });

/** An open ask of a person who lets the app ask once more, and the time that has passed since. */
async function askedBefore(interval: string) {
  const [ada, grace] = await circle(3);
  expect((await setAgainItself(ada)).body.againItself).toBe(true);
  const id = await openAsk(ada);
  await texts(ada);
  await server.advance(interval);
  return { ada, grace, id };
}

test('by itself friends are asked once more after ten minutes, once, by however many nodes', async () => {
  const { ada, id } = await askedBefore('9 minutes');
  expect(await secondTexts(ada)).toHaveLength(0);
  await server.advance('1 minute');
  await Promise.all(Array.from({ length: 5 }, () => askAgainForAll(context)));
  expect(await secondTexts(ada)).toHaveLength(2);
  expect(await askAgainForAll(context)).toBe(0);
  expect((await again(ada, id)).body.error.code).toBe('too_late');
});

test.each<[string, Happens]>([
  ['a friend said yes in time', (id, _, grace) => answer(grace, id, 'yes')],
  ['a friend comes later', (id, _, grace) => answer(grace, id, 'later')],
  ['the mood is eased', (_, ada) => choose(ada, 'Yellow')],
  ['the person asked by hand', (id, ada) => again(ada, id)],
  ['the person closed it', (id, ada) => close(ada, id)],
  ['no server ran for an hour', () => server.advance('1 hour')],
  ['the setting is off', (_, ada) => setAgainItself(ada, false)],
])('by itself nobody is asked once more when %s', async (_, happens) => {
  const { ada, grace, id } = await askedBefore('9 minutes');
  await happens(id, ada, grace);
  const before = await secondTexts(ada);
  await server.advance('1 minute');
  expect(await secondTexts(ada)).toHaveLength(before.length);
  expect(await askAgainForAll(context)).toBe(0);
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
