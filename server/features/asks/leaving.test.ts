import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Member, PASSWORD } from '#fixtures/client.ts';
import { asking } from '#tests/support/asks/asking.ts';
import { findPersonalData } from '#tests/support/database/find-personal-data.ts';
import { openEndpoint, status } from '#tests/support/servers/endpoint.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const server = await startTestServer({ generalMessageUrl: endpoint.address, undoSeconds: 60 });
const { pool } = server.database;
const { choose, asks, open, texts } = asking(server);

let ada: Member;
let grace: Member;
let sam: Member;
beforeEach(async () => {
  endpoint.answer = status(202);
  ada = await server.signUp({ firstname: 'Ada' });
  grace = await server.signUp({ firstname: 'Grace', phonenumber: '415 555 0101' });
  sam = await server.signUp({ firstname: 'Sam', phonenumber: '415 555 0102' });
  for (const friend of [grace, sam]) await ada.connect(friend);
  await texts(ada);
  endpoint.received.length = 0;
});

const leave = async (who: Member) =>
  expect((await who.post(`/api/users/${who.uid}/leave`, { password: PASSWORD })).status).toBe(200);

test('the asker leaves in the hold: the texts still go to those who are asked, nothing else of the ask stays', async () => {
  await ada.patch(`/api/users/${ada.uid}/settings`, { asksThese: [grace.uid] });
  await choose(ada, 'Dark');
  await leave(ada);
  await open();
  await server.settled();
  expect(endpoint.received).toHaveLength(1);
  expect(endpoint.received[0]!.body.phoneNumber).toBe('+14155550101');
  expect(endpoint.received[0]!.body.message).toMatch(/^Your friend Ada Lovelace can really use some support/);
  await pool.query('update departures set look_again_at = now()');
  await server.settled();
  expect(await findPersonalData(pool, ada.uid)).toEqual([]);
});

test('the asker leaves: cards go, and links in texts have run out', async () => {
  await choose(ada, 'Dark');
  await open();
  await texts(ada);
  const codes = endpoint.received.map(({ body }) => body.message.split('#')[1]!);
  expect(codes).toHaveLength(2);
  await grace.put(`/api/asks/${(await asks(ada)).mine!.id}/answer`, { answer: 'yes' });
  await leave(ada);
  expect((await asks(grace)).friends).toEqual([]);
  for (const code of codes) expect((await server.visitor.post('/api/asks/link', { code })).status).toBe(404);
  expect((await pool.query('select from ask_answers where friend = $1', [grace.uid])).rowCount).toBe(0);
});

test('a friend leaves: their answer and every list that names them go', async () => {
  await ada.patch(`/api/users/${ada.uid}/settings`, { asksThese: [grace.uid] });
  await choose(ada, 'Purple');
  await open();
  const { id } = (await asks(ada)).mine!;
  await grace.put(`/api/asks/${id}/answer`, { answer: 'yes' });
  await ada.post(`/api/asks/${id}/close`, { tell: true, thank: [grace.uid] });
  await leave(grace);
  expect((await asks(ada)).mine!.answers).toEqual([]);
  await server.settled();
  expect(await findPersonalData(pool, grace.uid)).toEqual([]);
  const { rows } = await pool.query(
    'select u.asks_these, a.chosen, a.thanks from users u join asks a on a.uid = u.id where u.id = $1',
    [ada.uid],
  );
  expect(rows).toEqual([{ asks_these: null, chosen: [], thanks: [] }]);
});

test('an undo racing the asker’s leaving ends in one of the two, never in a text without a cause', async () => {
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  const [undone, left] = await Promise.all([
    ada.post(`/api/asks/${id}/undo`),
    ada.post(`/api/users/${ada.uid}/leave`, { password: PASSWORD }),
  ]);
  expect(left.status).toBe(200);
  expect([200, 401, 404]).toContain(undone.status);
  await open();
  const expected = undone.status === 200 ? 0 : 2;
  await server.settled();
  expect((await pool.query('select from text_causes')).rowCount).toBe(0);
  expect(endpoint.received).toHaveLength(expected);
});

describe('the asker leaves while texts wait for another try', () => {
  const controls = (who: Member, friend: Member, body: object) =>
    who.patch(`/api/users/${who.uid}/connections/${friend.uid}/controls`, body);
  const numbers = () => endpoint.received.map(({ body }) => body.phoneNumber);

  async function failOnce(): Promise<void> {
    endpoint.answer = status(503);
    await choose(ada, 'Dark');
    await open();
    await server.settled();
    const { rowCount } = await pool.query(`select from texts where author = $1 and status = 'queued'`, [ada.uid]);
    expect(rowCount).toBe(2);
    await pool.query(`update texts set next_attempt_at = now() + interval '5 minutes' where status = 'queued'`);
  }

  async function tryAgain(): Promise<void> {
    endpoint.received.length = 0;
    endpoint.answer = status(202);
    await pool.query(`update texts set next_attempt_at = now() where status = 'queued'`);
    await pool.query('update text_causes set claimed_until = null');
    server.moodring.context.outbox.wake();
    await texts(ada);
  }

  test.each([
    ['has muted them', () => controls(sam, ada, { mute: 'always' })],
    ['does not see their mood', () => controls(ada, sam, { hidesMood: true })],
  ])('a friend who %s gets none, and the others get theirs', async (_, withdraw) => {
    await failOnce();
    expect((await withdraw()).status).toBe(200);
    await leave(ada);
    await tryAgain();
    expect(numbers()).toEqual(['+14155550101']);
  });

  test('nor by a cause whose recipients are known', async () => {
    await choose(ada, 'Dark');
    await pool.query(`update text_causes set ids = $1, claims = 1, claimed_until = now() + interval '30 seconds'`, [
      [grace.uid, sam.uid],
    ]);
    await controls(sam, ada, { mute: 'always' });
    await leave(ada);
    endpoint.received.length = 0;
    await open();
    expect(numbers()).toEqual(['+14155550101']);
  });

  test('another account with the phone of a friend who has muted them gets it', async () => {
    const mei = await server.signUp({ firstname: 'Mei', phonenumber: '415 555 0102' });
    await ada.connect(mei);
    await texts(ada);
    await failOnce();
    await controls(sam, ada, { mute: 'always' });
    await leave(ada);
    // The purge waits for the texts, and looks again later.
    await server.settled();
    await tryAgain();
    expect(numbers().sort()).toEqual(['+14155550101', '+14155550102']);
    const { rows } = await pool.query(
      `select from texts where author = $1 and recipient = $2 and cause = 'mood' and status = 'sent'`,
      [ada.uid, mei.uid],
    );
    expect(rows).toHaveLength(1);
  });
});

test.each<[string, () => Promise<unknown>]>([
  ['leaves', () => leave(grace)],
  ['removes the person', () => grace.delete(`/api/users/${grace.uid}/connections/${ada.uid}?block=true`)],
])('in the hold the only friend who was chosen %s: everybody is asked, and the person reads so', async (_, goes) => {
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  expect((await ada.patch(`/api/asks/${id}`, { chosen: [grace.uid] })).status).toBe(200);
  await goes();
  expect((await asks(ada)).mine).toMatchObject({ chosen: null, report: { asked: 1, trying: 1 } });
  await open();
  await server.settled();
  expect(endpoint.received.map(({ body }) => body.phoneNumber)).toEqual(['+14155550102']);
  expect((await asks(sam)).friends).toMatchObject([{ id }]);
});
