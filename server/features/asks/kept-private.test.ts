import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { asking } from '#tests/support/asks/asking.ts';
import { openEndpoint, status } from '#tests/support/servers/endpoint.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const server = await startTestServer({ generalMessageUrl: endpoint.address });
const { pool } = server.database;
const { circle, choose, asks, openAsk, texts } = asking(server);

beforeEach(() => {
  endpoint.received.length = 0;
  endpoint.answer = status(202);
});

const NOTE = 'x'.repeat(139);

test('a line of 140 characters is kept, 141 are refused; it is in no text, and gone after closing', async () => {
  const [ada, grace] = await circle(3);
  const id = await openAsk(ada);
  const change = (body: object) => ada.patch(`/api/asks/${id}`, body);
  for (const note of [`${NOTE}y`, `${NOTE}é`]) {
    const { status: code, body } = await change({ help: 'company', note });
    expect([code, body.mine.note]).toEqual([200, note]);
    expect((await asks(grace)).friends[0]).toMatchObject({ note, help: 'company' });
  }
  const { status: code, body } = await change({ note: `${NOTE}yz` });
  expect([code, body.error.code]).toEqual([400, 'invalid']);
  await texts(ada);
  await ada.post(`/api/asks/${id}/again`);
  await choose(ada, 'Dark');
  await texts(ada);
  await ada.post(`/api/asks/${id}/close`, { tell: true, byText: true });
  await texts(ada);
  const sent = endpoint.received.map((call) => call.body.message);
  for (const words of [/^Your friend/, /^Still hoping/, /is doing better/])
    expect(sent.some((message) => words.test(message))).toBe(true);
  for (const hidden of [/xxx/, /company/i]) expect(sent.filter((message) => hidden.test(message))).toEqual([]);
  expect([(await asks(ada)).mine, ...(await asks(grace)).friends].map((ask) => [ask!.help, ask!.note])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect((await pool.query('select help, note from asks where id = $1', [id])).rows).toEqual([
    { help: null, note: null },
  ]);
});

const codeTo = ({ phonenumber }: Member) =>
  endpoint.received.find((call) => call.body.phoneNumber === phonenumber)!.body.message.split('/a#')[1]!;
const look = async (code: string) => {
  const answer = await server.visitor.post('/api/asks/link', { code });
  return [answer.status, JSON.stringify(answer.body)];
};

test.each<[string, (ada: Member, grace: Member) => Promise<{ status: number }>]>([
  [
    'the person removes the friend',
    (ada, grace) => ada.delete(`/api/users/${ada.uid}/connections/${grace.uid}?block=false`),
  ],
  [
    'the friend removes the person',
    (ada, grace) => grace.delete(`/api/users/${grace.uid}/connections/${ada.uid}?block=false`),
  ],
  ['the person blocks the friend', (ada, grace) => ada.put(`/api/users/${ada.uid}/blocks/${grace.uid}`)],
  ['the friend blocks the person', (ada, grace) => grace.put(`/api/users/${grace.uid}/blocks/${ada.uid}`)],
])('a link is dead, as an unknown one, once %s; the others’ links go on', async (_, ends) => {
  const [ada, grace, sam] = await circle(3);
  await openAsk(ada);
  await texts(ada);
  const unknown = await look('no code at all');
  expect((await look(codeTo(grace)))[0]).toBe(200);
  expect((await ends(ada, grace)).status).toBe(200);
  expect(await look(codeTo(grace))).toEqual(unknown);
  expect((await look(codeTo(sam)))[0]).toBe(200);
});

test('after an undo the links of the texts that had left are dead', async () => {
  const [ada, grace, sam] = await circle(3);
  const unknown = await look('no code at all');
  endpoint.answer = (response, { body }) =>
    response.writeHead(body.phoneNumber === grace.phonenumber ? 202 : 503).end();
  const id = await openAsk(ada);
  await server.settled();
  expect((await asks(ada)).mine!.report.handed).toBe(1);
  expect(endpoint.received.some((call) => call.body.phoneNumber === sam.phonenumber)).toBe(true);
  expect((await look(codeTo(grace)))[0]).toBe(200);
  expect((await ada.post(`/api/asks/${id}/undo`)).body).toMatchObject({ asked: 2, left: 1 });
  expect(await look(codeTo(grace))).toEqual(unknown);
});

test('Not now: friends get the mood and the end of the card, the same as when an ask ends by itself, and no text', async () => {
  const [ada, grace] = await circle(3);
  const id = await openAsk(ada);
  await texts(ada);
  const before = endpoint.received.length;
  const browser = await grace.listen();
  await choose(ada, 'Green');
  await ada.post(`/api/asks/${id}/close`, { tell: false });
  await server.settled();
  expect((await asks(grace)).friends).toEqual([]);
  const frames = await browser.everything();
  browser.terminate();
  expect(frames.map(({ type }) => type).filter((type) => !['mood', 'friend-ask'].includes(type))).toEqual([]);
  expect(frames.at(-1)).toMatchObject({ type: 'friend-ask', id, state: 'closed' });
  await texts(ada);
  expect(endpoint.received).toHaveLength(before);
});

test('exports do not tell the person which friend cannot come: asking once more leaves no row of a text that was held back', async () => {
  const [ada, grace, sam] = await circle(3);
  const id = await openAsk(ada);
  await texts(ada);
  endpoint.answer = status(503);
  await ada.post(`/api/asks/${id}/again`);
  // A text that was on its way when the answer came would be sent.
  const waiting = `select from texts where author = $1 and cause = 'again' and status = 'queued' and attempts > 0`;
  await server.settled();
  expect((await pool.query(waiting, [ada.uid])).rowCount).toBe(2);
  await grace.put(`/api/asks/${id}/answer`, { answer: 'no' });
  endpoint.answer = status(202);
  await pool.query(`update texts set next_attempt_at = now() where cause = 'again' and status = 'queued'`);
  const second = (await texts(ada)).filter(({ cause }) => cause === 'again');
  expect(Object.fromEntries(second.map((row) => [row.recipient, row.status]))).toEqual({
    [grace.uid]: 'cancelled',
    [sam.uid]: 'sent',
  });
  const { body } = await ada.get(`/api/users/${ada.uid}/export`);
  const again = body.texts.filter(({ cause }: { cause: string }) => cause === 'again');
  expect(again.map(({ recipient }: { recipient: string }) => recipient)).toEqual([sam.uid]);
});
