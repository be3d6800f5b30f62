import { expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';

const askServer = await startAskServer();
const { server, pool, endpoint, circle, choose, asks, openAsk, texts, answer, close, codeTo, look, sql } = askServer;
const { visitor, allRows } = server;

const answerByLink = (code: string, kind: string) => visitor.post('/api/asks/link/answer', { code, answer: kind });

interface Texted {
  ada: Member;
  grace: Member;
  sam: Member;
  id: string;
  code: string;
}

/** An open ask of Ada, and the code in Grace's text. */
async function texted(): Promise<Texted> {
  const [ada, grace, sam] = await circle(3);
  const id = await openAsk(ada);
  await texts(ada);
  return { ada, grace, sam, id, code: codeTo(grace) };
}

const RUN_OUT = { code: 'not_found', message: 'This link has run out. Open Moodring to see how your friends are.' };

/** The bytes of an answer, without the date. */
async function bytesOf(code: string) {
  const { status, headers, body } = await look(code);
  const told = Object.fromEntries(headers);
  delete told.date;
  return { status, told, body: JSON.stringify(body) };
}

test('a link shows the first name, the mood and what would help, and no other name, number or line', async () => {
  const { ada, grace, sam, id, code } = await texted();
  await ada.patch(`/api/asks/${id}`, { help: 'company', note: 'a bad night' });
  await sql`update users set lastname = 'Lovelace', name = 'Friend Lovelace' where id = ${ada.uid}`;
  await sql`update users set firstname = 'Samuel' where id = ${sam.uid}`;
  await answer(sam, id, 'yes', { showName: true });
  const { body } = await look(code);
  expect(body).toEqual({
    ...{ firstname: 'Friend', level: 'Dark', calledAt: expect.any(Number), help: 'company' },
    ...{ isSomebodyThere: true, isClosed: false, answer: null },
  });
  const answered = await answerByLink(code, 'yes');
  expect(answered.body).toEqual({ ...body, answer: 'yes' });
  const names = ['Lovelace', 'Samuel', 'a bad night'];
  for (const hidden of [...names, ada.phonenumber, grace.phonenumber, ada.uid, grace.uid, id])
    expect(JSON.stringify([body, answered.body])).not.toContain(hidden);
  expect((await asks(ada)).mine!.answers.map(({ uid }) => uid).sort()).toEqual([grace.uid, sam.uid].sort());
  const rows = await sql`select via from ask_recipients where friend = ${grace.uid}`;
  expect(rows).toEqual([{ via: 'link' }]);
});

test('for somebody who needs two, a link says that somebody is there when two will come', async () => {
  const [ada, grace, sam, mei] = await circle(4);
  const id = await openAsk(ada);
  await texts(ada);
  expect((await ada.patch(`/api/asks/${id}`, { helpersWanted: 2 })).body.mine).toMatchObject({ helpersWanted: 2 });
  expect((await ada.patch(`/api/asks/${id}`, { helpersWanted: 3 })).status).toBe(400);
  await ada.patch(`/api/asks/${id}`, { help: 'call' });
  const isThere = async () => (await look(codeTo(grace))).body.isSomebodyThere;
  await answer(sam, id, 'yes');
  expect((await asks(grace)).friends).toMatchObject([{ helpersWanted: 2, onIt: 1 }]);
  expect(await isThere()).toBe(false);
  await answer(mei!, id, 'yes');
  expect(await isThere()).toBe(true);
  await close(ada, id);
  expect((await asks(ada)).mine).toMatchObject({ helpersWanted: 2, closed: {} });
  expect((await asks(grace)).friends).toEqual([]);
  await openAsk(ada);
  expect((await asks(ada)).mine).toMatchObject({ helpersWanted: 1, closed: null });
});

test('100 looks at a link change no row', async () => {
  const { code } = await texted();
  const before = await allRows();
  for (let n = 0; n < 100; n += 1) expect((await look(code)).status).toBe(200);
  expect(await allRows()).toBe(before);
});

test('a link works before its text has a row, while the gateway holds it', async () => {
  const [ada, grace] = await circle(3);
  const released = Promise.withResolvers<void>();
  endpoint.answer = async (response) => {
    await released.promise;
    response.writeHead(202).end();
  };
  await choose(ada, 'Purple');
  await vi.waitFor(() => expect(endpoint.received).toHaveLength(2));
  const { id } = (await asks(ada)).mine!;
  expect((await answerByLink(codeTo(grace), 'later')).body).toMatchObject({ level: 'Purple', answer: 'later' });
  expect((await asks(ada)).mine!.answers).toMatchObject([{ uid: grace.uid, answer: 'later' }]);
  expect((await asks(grace)).friends).toMatchObject([{ id, answer: 'later' }]);
  released.resolve();
  expect(await texts(ada)).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
});

/** Each changes one bit of a code. */
function flipped(code: string): string[] {
  const bytes = Buffer.from(code, 'base64url');
  return Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    return changed.toString('base64url');
  });
}

test('a code with one flipped bit, an unknown one and none answer alike: the link has run out', async () => {
  const { code } = await texted();
  const unknown = await bytesOf('no code at all');
  expect([unknown.status, JSON.parse(unknown.body).error]).toEqual([404, RUN_OUT]);
  for (const wrong of [...flipped(code), `${code}A`, code.slice(1), '', ` ${code}`])
    expect(await bytesOf(wrong)).toEqual(unknown);
  expect((await look(code)).status).toBe(200);
}, 30_000);

const change = (statement: string, ...values: string[]) => pool.query(statement, values);

test.each<[string, (ended: Texted) => Promise<unknown>, othersGoOn: boolean]>([
  [
    'the text is three days old',
    async ({ id, ada }) => {
      await ada.post(`/api/asks/${id}/still`);
      await server.advance('72 hours');
    },
    false,
  ],
  [
    'the ask was closed a day ago',
    async ({ id, ada }) => {
      await close(ada, id, { tell: true });
      await server.advance('24 hours');
    },
    false,
  ],
  [
    'the ask has ended by itself a day ago',
    async ({ ada }) => {
      await choose(ada, 'Green');
      await server.advance('26 hours');
    },
    false,
  ],
  ['the friend has left', ({ grace }) => change('delete from users where id = $1', grace.uid), true],
  [
    'the connection is a new one',
    async ({ ada, grace }) => {
      await ada.remove(grace);
      await ada.connect(grace);
    },
    true,
  ],
  [
    'the connection is a new one, and a further call asks the friend',
    async ({ ada, grace }) => {
      await ada.remove(grace);
      await ada.connect(grace);
      await choose(ada, 'Dark');
      await texts(ada);
      expect((await look(codeTo(grace))).status).toBe(200);
    },
    true,
  ],
  ['the person removes the friend', ({ ada, grace }) => ada.remove(grace), true],
  ['the friend removes the person', ({ ada, grace }) => grace.remove(ada), true],
  ['the person blocks the friend', ({ ada, grace }) => ada.block(grace), true],
  ['the friend blocks the person', ({ ada, grace }) => grace.block(ada), true],
])(
  'a link is dead when %s: the same bytes as for an unknown one, to look and answer',
  async (_, happens, othersGoOn) => {
    const ended = await texted();
    const unknown = await bytesOf('no code at all');
    await happens(ended);
    expect(await bytesOf(ended.code)).toEqual(unknown);
    expect(await answerByLink(ended.code, 'yes')).toMatchObject({ status: 404, body: { error: RUN_OUT } });
    expect((await sql`select from ask_recipients where ask = ${ended.id} and answer is not null`).length).toBe(0);
    expect((await look(codeTo(ended.sam))).status).toBe(othersGoOn ? 200 : 404);
  },
);

test('after an undo the links of the texts that had left are dead', async () => {
  const [ada, grace, sam] = await circle(3);
  const unknown = await bytesOf('no code at all');
  endpoint.answer = (response, { body }) =>
    response.writeHead(body.phoneNumber === grace.phonenumber ? 202 : 503).end();
  const id = await openAsk(ada);
  await texts(ada);
  expect((await asks(ada)).mine!.report.handed).toBe(1);
  expect((await look(codeTo(grace))).status).toBe(200);
  expect((await ada.post(`/api/asks/${id}/undo`)).body).toMatchObject({ asked: 2, left: 1 });
  for (const friend of [grace, sam]) expect(await bytesOf(codeTo(friend))).toEqual(unknown);
});

test('within a day after the closing a link says that it is closed, and takes no answer', async () => {
  const { ada, id, code } = await texted();
  await close(ada, id);
  expect((await look(code)).body).toMatchObject({ isClosed: true, help: null });
  expect((await answerByLink(code, 'yes')).body.error.code).toBe('ask_closed');
});

test('20 wrong codes an hour from one network; right ones go on, and other networks too', async () => {
  const { code } = await texted();
  const node = await startOtherNode(server, { rateLimits: true, trustProxy: 1 });
  const from = async (address: string, tried: string) => {
    const headings = { 'x-forwarded-for': address };
    return (await node.as(visitor as Member).call('POST', '/api/asks/link', { code: tried }, headings)).status;
  };
  try {
    const tries = [];
    for (let n = 0; n < 22; n += 1) tries.push(await from('203.0.113.7', 'wrong'));
    expect(tries).toEqual([...Array.from({ length: 20 }, () => 404), 429, 429]);
    expect(await from('203.0.113.7', code)).toBe(200);
    expect(await from('198.51.100.7', 'wrong')).toBe(404);
  } finally {
    await node.stop();
  }
});
