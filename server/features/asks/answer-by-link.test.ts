import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { asking } from '#tests/support/asks/asking.ts';
import { allRows } from '#tests/support/database/all-rows.ts';
import { openEndpoint, status } from '#tests/support/servers/endpoint.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const server = await startTestServer({ generalMessageUrl: endpoint.address });
const { visitor } = server;
const { pool } = server.database;
const { circle, choose, asks, openAsk, texts } = asking(server);

beforeEach(() => {
  endpoint.received.length = 0;
  endpoint.answer = status(202);
});

const look = (code: string) => visitor.post('/api/asks/link', { code });
const answer = (code: string, kind: string) => visitor.post('/api/asks/link/answer', { code, answer: kind });
const codeIn = (message: string) => message.split('/a#')[1]!;

/** An open ask of Ada, and the code in Grace's text. */
async function texted(): Promise<{ ada: Member; grace: Member; sam: Member; id: string; code: string }> {
  const [ada, grace, sam] = await circle(3);
  const id = await openAsk(ada);
  await texts(ada);
  const { body } = endpoint.received.find((call) => call.body.phoneNumber === grace.phonenumber)!;
  return { ada, grace, sam, id, code: codeIn(body.message) };
}

const RUN_OUT = { code: 'not_found', message: 'This link has run out. Open Moodring to see how your friends are.' };

/** The bytes of an answer, without the date. */
async function bytesOf(code: string) {
  const { status: number, headers, body } = await look(code);
  const told = Object.fromEntries(headers);
  delete told.date;
  return { number, told, body: JSON.stringify(body) };
}

test('a link shows the first name, the mood and what would help, and no other name, number or line', async () => {
  const { ada, grace, sam, id, code } = await texted();
  await ada.patch(`/api/asks/${id}`, { help: 'company', note: 'a bad night' });
  await pool.query(`update users set lastname = 'Lovelace', name = 'Friend Lovelace' where id = $1`, [ada.uid]);
  await pool.query(`update users set firstname = 'Samuel' where id = $1`, [sam.uid]);
  await sam.put(`/api/asks/${id}/answer`, { answer: 'yes', showName: true });
  const { body } = await look(code);
  expect(body).toEqual({
    ...{ firstname: 'Friend', level: 'Dark', calledAt: expect.any(Number), help: 'company' },
    ...{ isSomebodyThere: true, isClosed: false, answer: null },
  });
  const answered = await answer(code, 'yes');
  expect(answered.body).toEqual({ ...body, answer: 'yes' });
  for (const hidden of [
    'Lovelace',
    'Samuel',
    'a bad night',
    ada.phonenumber!,
    grace.phonenumber!,
    ada.uid,
    grace.uid,
    id,
  ])
    expect(JSON.stringify([body, answered.body])).not.toContain(hidden);
  expect((await asks(ada)).mine!.answers.map(({ uid }) => uid).sort()).toEqual([grace.uid, sam.uid].sort());
  const { rows } = await pool.query('select via from ask_answers where friend = $1', [grace.uid]);
  expect(rows).toEqual([{ via: 'link' }]);
});

test('100 looks at a link change no row', async () => {
  const { code } = await texted();
  const before = await allRows(server);
  for (let n = 0; n < 100; n += 1) expect((await look(code)).status).toBe(200);
  expect(await allRows(server)).toBe(before);
});

test('a link works before its text has a row, while the gateway holds it', async () => {
  const [ada, grace] = await circle(3);
  const released = Promise.withResolvers<void>();
  endpoint.answer = async (response) => {
    await released.promise;
    response.writeHead(202).end();
  };
  await choose(ada, 'Purple');
  while (endpoint.received.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  const { body } = endpoint.received.find((call) => call.body.phoneNumber === grace.phonenumber)!;
  const { id } = (await asks(ada)).mine!;
  expect((await answer(codeIn(body.message), 'later')).body).toMatchObject({ level: 'Purple', answer: 'later' });
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
  expect([unknown.number, JSON.parse(unknown.body).error]).toEqual([404, RUN_OUT]);
  for (const wrong of [...flipped(code), `${code}A`, code.slice(1), '', ` ${code}`])
    expect(await bytesOf(wrong)).toEqual(unknown);
  expect((await look(code)).status).toBe(200);
}, 30_000);

type Ended = Awaited<ReturnType<typeof texted>>;

test.each<[string, (ended: Ended) => Promise<unknown>]>([
  [
    'the text is three days old',
    async ({ id, ada }) => {
      await ada.post(`/api/asks/${id}/still`);
      await pool.query(`update texts set created_at = created_at - interval '72 hours' where author = $1`, [ada.uid]);
    },
  ],
  [
    'the ask was closed a day ago',
    async ({ id, ada }) => {
      await ada.post(`/api/asks/${id}/close`, { tell: true });
      await pool.query(`update asks set closed_at = closed_at - interval '24 hours' where id = $1`, [id]);
    },
  ],
  [
    'the ask has ended by itself a day ago',
    async ({ id }) => {
      await pool.query(`update asks set eased_at = now() - interval '26 hours' where id = $1`, [id]);
    },
  ],
  [
    'the choice was undone',
    async ({ id }) => {
      await pool.query('update mood_choices set undone_at = now() where ask = $1', [id]);
    },
  ],
  [
    'the connection is gone',
    async ({ ada, grace }) => {
      await pool.query('delete from connections where owner = $1 and other = $2', [ada.uid, grace.uid]);
    },
  ],
  [
    'the connection is a new one',
    async ({ ada, grace }) => {
      await pool.query(`update connections set connected_at = now() where owner = $1 and other = $2`, [
        ada.uid,
        grace.uid,
      ]);
    },
  ],
  [
    'the person has left',
    async ({ ada }) => {
      await pool.query('delete from users where id = $1', [ada.uid]);
    },
  ],
  [
    'the friend has left',
    async ({ grace }) => {
      await pool.query('delete from users where id = $1', [grace.uid]);
    },
  ],
])('a link is dead when %s: the same bytes as for an unknown one, to look and to answer', async (_, happens) => {
  const ended = await texted();
  const unknown = await bytesOf('no code at all');
  await happens(ended);
  expect(await bytesOf(ended.code)).toEqual(unknown);
  const { status: number, body } = await answer(ended.code, 'yes');
  expect([number, body.error]).toEqual([404, RUN_OUT]);
  expect((await pool.query('select from ask_answers where ask = $1', [ended.id])).rowCount).toBe(0);
});

test('within a day after the closing a link says that it is closed, and takes no answer', async () => {
  const { ada, id, code } = await texted();
  await ada.post(`/api/asks/${id}/close`, { tell: false });
  expect((await look(code)).body).toMatchObject({ isClosed: true, help: null });
  expect((await answer(code, 'yes')).body.error.code).toBe('ask_closed');
});

test('the code of one friend answers for that friend alone', async () => {
  const { ada, grace, sam, code } = await texted();
  await answer(code, 'no');
  expect((await asks(grace)).friends[0]!.answer).toBe('no');
  expect((await asks(sam)).friends[0]!.answer).toBeNull();
  expect((await asks(ada)).mine!.report.seen).toBe(1);
});

test('the lists and the exports of the person and of the friend have no code', async () => {
  const { ada, grace, code } = await texted();
  await pool.query(`update texts set status = 'failed' where author = $1`, [ada.uid]);
  const answers = [
    await ada.get('/api/texts'),
    await ada.get(`/api/users/${ada.uid}/export`),
    await grace.get(`/api/users/${grace.uid}/export`),
  ];
  for (const { status: number, body } of answers) {
    expect(number).toBe(200);
    expect(JSON.stringify(body)).toContain(`/chat/${ada.uid}`);
    expect(JSON.stringify(body)).not.toContain('/a#');
    expect(JSON.stringify(body)).not.toContain(code);
  }
});

test('20 wrong codes an hour from one network; right ones go on, and other networks too', async () => {
  const { ada, id, code } = await texted();
  const node = await startOtherNode(server, { rateLimits: true, trustProxy: 1 });
  try {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const ask = (wrong: string, address: string) =>
      node.as(visitor as Member).call('POST', '/api/asks/link', { code: wrong }, from(address));
    const tries = [];
    for (let n = 0; n < 22; n += 1) tries.push((await ask('wrong', '203.0.113.7')).status);
    expect(tries).toEqual([...Array.from({ length: 20 }, () => 404), 429, 429]);
    expect((await ask(code, '203.0.113.7')).status).toBe(200);
    expect((await ask('wrong', '198.51.100.7')).status).toBe(404);
    expect((await asks(ada)).mine!.id).toBe(id);
  } finally {
    await node.stop();
  }
});
