import { expect, test } from 'vitest';
import { startAskServer } from '#tests/support/asks/ask-server.ts';

const askServer = await startAskServer();
const { pool, endpoint, circle, choose, asks, openAsk, texts, close, framesOf } = askServer;

const NOTE = 'x'.repeat(139);

test('a line of 140 characters is kept, 141 and two lines are refused; it is in no text, and gone after closing', async () => {
  const [ada, grace] = await circle(3);
  const id = await openAsk(ada);
  const change = (body: object) => ada.patch(`/api/asks/${id}`, body);
  for (const note of [`${NOTE}y`, `${NOTE}é`]) {
    const { status, body } = await change({ help: 'company', note: `  ${note} ` });
    expect([status, body.mine.note]).toEqual([200, note]);
    expect((await asks(grace)).friends[0]).toMatchObject({ note, help: 'company' });
  }
  for (const note of [`${NOTE}yz`, 'two\nlines']) {
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
