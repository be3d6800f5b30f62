import { beforeEach, describe, expect, test } from 'vitest';
import { Client, type Member, PASSWORD } from '#tests/support/client.ts';
import { startTestServer } from '#tests/support/server.ts';
import { tracesOf } from '#tests/support/traces-of.ts';

const { origin, visitor, database, signUp } = await startTestServer();

let ada: Member;
let grace: Member;
let mei: Member;
beforeEach(async () => {
  ada = await signUp({ firstname: 'Ada', phonenumber: '415 555 0101' });
  grace = await signUp({ firstname: 'Grace', phonenumber: '415 555 0102' });
  mei = await signUp({ firstname: 'Mei', phonenumber: '415 555 0103' });
  for (const [one, other] of [
    [ada, grace],
    [grace, mei],
  ] as const) {
    await one.connect(other);
    await write(one, other);
    await write(other, one);
  }
});

async function write(from: Member, to: Member): Promise<void> {
  await from.post('/api/messages', { id: crypto.randomUUID(), receiver: to.uid, content: `from ${from.firstname}` });
}

const leave = (member: Member, password = PASSWORD) => member.post(`/api/users/${member.uid}/leave`, { password });

const countOf = async (statement: string) => (await database.pool.query(statement)).rows[0].count;

test('leaves no row that names them, and takes nothing of others', async () => {
  await ada.choose('Dark');
  await grace.choose('Purple');
  await ada.post('/api/texts/general', { phoneNumber: '415 555 0199', message: 'from the form' });
  const others = `select count(*) from messages where '${mei.uid}' in (sender, receiver)`;
  const [messagesBefore, textsBefore] = [
    await countOf(others),
    await countOf(`select count(*) from texts where recipient = '${mei.uid}'`),
  ];
  expect(await tracesOf(database.pool, ada.uid)).not.toEqual([]);
  expect((await leave(ada)).status).toBe(200);
  expect(await tracesOf(database.pool, ada.uid)).toEqual([]);
  expect(await countOf(others)).toBe(messagesBefore);
  expect(await countOf(`select count(*) from texts where recipient = '${mei.uid}'`)).toBe(textsBefore);
  expect((await grace.circle()).body.map(({ uid }: { uid: string }) => uid)).toEqual([mei.uid]);
  expect((await grace.get(`/api/messages?with=${ada.uid}`)).body.messages).toEqual([]);
  expect((await grace.get(`/api/messages?with=${mei.uid}`)).body.messages.length).toBeGreaterThan(0);
  expect((await grace.post('/api/users/search', { query: 'Lovelace' })).body).not.toContainEqual(
    expect.objectContaining({ uid: ada.uid }),
  );
});

test('a call for support that still waits goes out, other texts that wait do not', async () => {
  await ada.choose('Dark');
  await write(ada, grace);
  await database.pool.query(`update texts set status = 'queued' where author = $1`, [ada.uid]);
  await leave(ada);
  const { rows } = await database.pool.query('select cause, status from texts where author = $1', [ada.uid]);
  expect(rows).toEqual([{ cause: 'mood', status: 'queued' }]);
});

test('ends every cookie at once and every socket within 5 seconds', async () => {
  const phone = new Client(origin);
  await phone.signIn(ada.email, PASSWORD);
  const sockets = [await ada.listen(), await phone.listen()];
  const start = performance.now();
  await leave(ada);
  for (const client of [ada, phone]) {
    expect((await client.get(`/api/users/${ada.uid}/info`)).status).toBe(401);
    expect((await client.get('/api/identity/get-session')).body).toBeNull();
  }
  for (const socket of sockets) expect((await socket.closed).code).toBe(4401);
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(await visitor.signIn(ada.email, PASSWORD)).toMatchObject({
    status: 401,
    body: { message: 'Invalid email or password' },
  });
});

test('has the friends’ open browsers fetch again, and nobody else’s', async () => {
  const [friend, stranger] = [await grace.listen(), await mei.listen()];
  await leave(ada);
  await friend.next('refetch');
  expect(await stranger.everything()).toEqual([]);
});

test('the email is free for a new account, which begins with nothing', async () => {
  await leave(ada);
  const again = await signUp({ firstname: 'Ada', email: ada.email });
  expect(again.uid).not.toBe(ada.uid);
  expect((await again.circle()).body).toEqual([]);
});

describe('asks for the password', () => {
  test.each([
    ['a wrong one', { password: 'not my password' }, 'Invalid password'],
    ['none', {}, expect.any(String)],
    ['an empty one', { password: '' }, expect.any(String)],
    ['something else', { password: PASSWORD, token: 'x' }, expect.any(String)],
  ])('%s removes nothing', async (_, body, message) => {
    const answer = await ada.post(`/api/users/${ada.uid}/leave`, body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid', message } } });
    expect((await ada.get(`/api/users/${ada.uid}/info`)).status).toBe(200);
  });

  test('and nobody removes anybody else', async () => {
    expect((await grace.post(`/api/users/${ada.uid}/leave`, { password: PASSWORD })).status).toBe(404);
    expect((await visitor.post(`/api/users/${ada.uid}/leave`, { password: PASSWORD })).status).toBe(401);
    expect((await ada.post('/api/identity/delete-user', { password: PASSWORD })).status).toBe(404);
    expect((await ada.get(`/api/users/${ada.uid}/info`)).status).toBe(200);
  });
});

test('people who leave while they are written to block nobody, and nobody is left half there', async () => {
  const writers = Array.from({ length: 40 }, (_, n) => write(n % 2 ? ada : grace, n % 2 ? grace : ada));
  const [left] = await Promise.all([leave(ada), ...writers]);
  expect(left.status).toBe(200);
  expect((await grace.circle()).body).toHaveLength(1);
  expect(await countOf(`select count(*) from connections where '${ada.uid}' in (owner, other)`)).toBe(0);
});
