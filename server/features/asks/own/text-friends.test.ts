import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { asking } from '#tests/support/asks/asking.ts';
import { openEndpoint, status } from '#tests/support/servers/endpoint.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { askAgainForAll } from './ask-again.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const server = await startTestServer({ generalMessageUrl: endpoint.address });
const { pool } = server.database;
const { context } = server.moodring;
const { circle, choose, asks, openAsk, age, texts } = asking(server);

beforeEach(() => {
  endpoint.received.length = 0;
  endpoint.answer = status(202);
});

const messages = (word: RegExp) => endpoint.received.filter(({ body }) => word.test(body.message));
const answer = (who: Member, ask: string, kind: string) => who.put(`/api/asks/${ask}/answer`, { answer: kind });
const again = (who: Member, ask: string) => who.post(`/api/asks/${ask}/again`);

test('asking once more texts those who were texted and have not answered, once, with a link to answer', async () => {
  const [ada, grace, sam, mei] = await circle(5);
  await pool.query(`update users set phonenumber = '', phone_e164 = null where id = $1`, [mei!.uid]);
  const id = await openAsk(ada);
  await texts(ada);
  await answer(grace, id, 'no');
  const answers = await Promise.all([again(ada, id), again(ada, id)]);
  expect(answers.map(({ status: code }) => code).sort()).toEqual([200, 409]);
  expect(answers.find(({ status: code }) => code === 409)!.body.error.code).toBe('too_late');
  const second = (await texts(ada)).filter(({ cause }) => cause === 'again');
  expect(second.map(({ recipient }) => recipient)).not.toContain(grace.uid);
  expect(second.map(({ recipient }) => recipient)).toContain(sam.uid);
  expect(second).toHaveLength(2);
  const words = `Still hoping to reach a friend: Friend 1 could use some support. Even one line helps ${server.origin}/a#`;
  const sent = messages(/^Still hoping/);
  expect(sent.map(({ body }) => body.message.slice(0, words.length))).toEqual([words, words]);
  const { body } = await server.visitor.post('/api/asks/link', { code: sent[0]!.body.message.split('#')[1] });
  expect(body).toMatchObject({ firstname: 'Friend', level: 'Dark' });
  expect((await asks(sam)).friends[0]!.againAt).toEqual(expect.any(Number));
});

test.each([
  ['somebody answered', async (id: string, _: Member, sam: Member) => void (await answer(sam, id, 'later'))],
  [
    'the ask was closed',
    async (id: string, ada: Member) => void (await ada.post(`/api/asks/${id}/close`, { tell: false })),
  ],
])('at the last look before sending it is cancelled when %s', async (_, happens) => {
  const [ada, , sam] = await circle(3);
  const id = await openAsk(ada);
  await texts(ada);
  await pool.query(`create function hold_again() returns trigger language plpgsql as $$
    begin new.next_attempt_at := now() + interval '5 minutes'; return new; end $$`);
  await pool.query(
    `create trigger hold_again before insert on texts for each row when (new.cause = 'again') execute function hold_again()`,
  );
  expect((await again(ada, id)).status).toBe(200);
  await pool.query('drop function hold_again cascade');
  await happens(id, ada, sam);
  await pool.query(`update texts set next_attempt_at = now() where cause = 'again'`);
  const second = (await texts(ada)).filter(({ cause }) => cause === 'again');
  expect(second.map(({ status: state }) => state)).toEqual(['cancelled', 'cancelled']);
  expect(messages(/^Still hoping/)).toEqual([]);
});

test('at the last look it is cancelled for the friend alone who cannot now', async () => {
  const [ada, grace] = await circle(3);
  const id = await openAsk(ada);
  await texts(ada);
  endpoint.answer = status(503);
  await again(ada, id);
  const called = () => new Set(messages(/^Still hoping/).map(({ body }) => body.phoneNumber));
  await server.settled();
  expect(called().size).toBe(2);
  await answer(grace, id, 'no');
  endpoint.answer = status(202);
  await pool.query(`update texts set next_attempt_at = now() where cause = 'again' and status = 'queued'`);
  const second = (await texts(ada)).filter(({ cause }) => cause === 'again');
  expect(new Set(second.map(({ status: state }) => state))).toEqual(new Set(['sent', 'cancelled']));
  expect(second.find(({ status: state }) => state === 'cancelled')!.recipient).toBe(grace.uid);
});

test('it is too late to ask once more while the ask is held, and over when it is closed', async () => {
  const [ada] = await circle(3);
  await pool.query('update users set hold_seconds = 60 where id = $1', [ada.uid]);
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  expect((await again(ada, id)).body.error.code).toBe('too_late');
  await ada.post(`/api/asks/${id}/close`, { tell: false });
  expect((await again(ada, id)).body.error.code).toBe('ask_closed');
});

const setAgainItself = (who: Member) => who.patch(`/api/users/${who.uid}/settings`, { againItself: true });
const secondTexts = async (who: Member) => (await texts(who)).filter(({ cause }) => cause === 'again').length;

test('by itself friends are asked once more after ten minutes, once, by however many nodes', async () => {
  const [ada] = await circle(3);
  expect((await setAgainItself(ada)).body.againItself).toBe(true);
  const id = await openAsk(ada);
  await texts(ada);
  await age(id, '9 minutes');
  expect(await secondTexts(ada)).toBe(0);
  await age(id, '1 minute');
  await Promise.all(Array.from({ length: 5 }, () => askAgainForAll(context)));
  expect(await secondTexts(ada)).toBe(2);
  expect(await askAgainForAll(context)).toBe(0);
  expect((await again(ada, id)).body.error.code).toBe('too_late');
});

test.each([
  ['a friend said yes in time', async (id: string, _: Member, grace: Member) => void (await answer(grace, id, 'yes'))],
  ['a friend comes later', async (id: string, _: Member, grace: Member) => void (await answer(grace, id, 'later'))],
  ['the mood is eased', async (_: string, ada: Member) => void (await choose(ada, 'Yellow'))],
  ['the person asked by hand', async (id: string, ada: Member) => void (await again(ada, id))],
  [
    'the person closed it',
    async (id: string, ada: Member) => void (await ada.post(`/api/asks/${id}/close`, { tell: false })),
  ],
  ['no server ran for an hour', async (id: string) => void (await age(id, '1 hour'))],
  [
    'the setting is off',
    async (_: string, ada: Member) => void (await ada.patch(`/api/users/${ada.uid}/settings`, { againItself: false })),
  ],
])('by itself nobody is asked once more when %s', async (_, happens) => {
  const [ada, grace] = await circle(3);
  await setAgainItself(ada);
  const id = await openAsk(ada);
  await texts(ada);
  await age(id, '9 minutes');
  await happens(id, ada, grace);
  await texts(ada);
  const before = await secondTexts(ada);
  await age(id, '1 minute');
  expect(await secondTexts(ada)).toBe(before);
  expect(await askAgainForAll(context)).toBe(0);
});

test('a yes racing the re-ask: each friend who answered gets no second text', async () => {
  for (let round = 0; round < 20; round += 1) {
    const [ada, grace] = await circle(3);
    await setAgainItself(ada);
    const id = await openAsk(ada);
    await texts(ada);
    await age(id, '10 minutes');
    const [{ status: code }] = await Promise.all([answer(grace, id, 'yes'), askAgainForAll(context)]);
    expect(code).toBe(200);
    const second = (await texts(ada)).filter(({ cause }) => cause === 'again');
    // Those that were handed over before the yes are sent; all others are cancelled by it.
    for (const text of second) expect(['sent', 'cancelled']).toContain(text.status);
    expect(await askAgainForAll(context)).toBe(0);
  }
}, 30_000);

test('closing by text tells those who were texted, and nobody else', async () => {
  const [ada, grace, sam] = await circle(4);
  await pool.query(`update users set phonenumber = '', phone_e164 = null where id = $1`, [sam.uid]);
  const id = await openAsk(ada);
  const first = await texts(ada);
  const thank = { tell: true, thank: [grace.uid], byText: true };
  expect((await ada.post(`/api/asks/${id}/close`, thank)).status).toBe(200);
  const told = (await texts(ada)).filter(({ cause }) => cause === 'closing');
  expect(told.map(({ recipient }) => recipient).sort()).toEqual(first.map(({ recipient }) => recipient).sort());
  expect(messages(/doing better/).map(({ body }) => body.message)).toEqual(
    told.map(() => `Friend 1 is doing better. Thank you for being there ${server.origin}/chat/${ada.uid}`),
  );
});

test.each([{ tell: false, byText: true }, { tell: true, byText: false }, { tell: false }])(
  'closing with %j texts nobody',
  async (how) => {
    const [ada] = await circle(3);
    const id = await openAsk(ada);
    const before = await texts(ada);
    await ada.post(`/api/asks/${id}/close`, how);
    expect(await texts(ada)).toHaveLength(before.length);
  },
);

test('asking once more and closing by text reach only those whose text left', async () => {
  const [ada, grace, sam] = await circle(3);
  const id = await openAsk(ada);
  await texts(ada);
  await pool.query(`update texts set status = 'cancelled' where author = $1 and recipient = $2`, [ada.uid, grace.uid]);
  await again(ada, id);
  await texts(ada);
  await ada.post(`/api/asks/${id}/close`, { tell: true, byText: true });
  const further = (await texts(ada)).filter(({ cause }) => cause !== 'mood');
  expect(further.map(({ recipient, cause }) => [recipient, cause])).toEqual([
    [sam.uid, 'again'],
    [sam.uid, 'closing'],
  ]);
});
