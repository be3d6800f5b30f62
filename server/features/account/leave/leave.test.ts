import { beforeEach, expect, test, vi } from 'vitest';
import { Client, type Member, PASSWORD } from '#fixtures/client.ts';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { origin, visitor, database, signUp, settled, findPersonalData, sql } = await startTestServer();

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
    await one.say(other);
    await other.say(one);
  }
  await settled();
});

const leave = (member: Member, password = PASSWORD) => member.post(`/api/users/${member.uid}/leave`, { password });

const TYPED = `
  select message, status, nullif(phone_number, '') as "phoneNumber" from texts where author = $1 and cause = 'form' order by id`;
const typedBy = async ({ uid }: Member) => (await database.pool.query(TYPED, [uid])).rows;

const countOf = async (statement: string) => (await database.pool.query(statement)).rows[0].count;

test('is done at once: while the purge runs, the person is hidden and no call waits', async () => {
  const firstMessage = 'select from messages where $1 in (sender, receiver) order by seq limit 1 for update';
  const letGoOn = await holdTransaction(database.pool, firstMessage, [ada.uid]);
  expect((await leave(ada)).status).toBe(200);
  await vi.waitFor(async () => expect(await countLockWaits(database.pool)).toBe(1));

  expect((await grace.circle()).body.map(({ uid }: { uid: string }) => uid)).toEqual([mei.uid]);
  expect((await grace.get(`/api/messages?with=${ada.uid}`)).body).toEqual({
    messages: [],
    before: null,
    firstUnread: { mine: null, theirs: null },
  });
  expect((await grace.get(`/api/users/${ada.uid}/info`)).status).toBe(404);
  expect((await grace.say(ada)).status).toBe(403);
  expect((await grace.connect(ada)).status).toBe(404);
  expect((await grace.say(mei)).status).toBe(200);
  expect((await visitor.signIn(ada.email, PASSWORD)).status).toBe(401);
  const again = await signUp({ email: ada.email });
  expect(again.uid).not.toBe(ada.uid);
  expect((await again.circle()).body).toEqual([]);

  expect(await countOf(`select count(*) from messages where '${ada.uid}' in (sender, receiver)`)).toBeGreaterThan(2);
  await letGoOn();
  await settled();
  expect(await findPersonalData(ada.uid)).toEqual([]);
});

test('removes more rows than fit in one step', async () => {
  for (const statement of [
    `insert into messages (id, sender, receiver, content) select gen_random_uuid(), $1, $2, n::text from generate_series(1, 4500) n`,
    `insert into mood_choices (uid, mood, chosen_at)
     select $1, case when n % 50 = 0 then 'Dark' else 'Green' end, now() + n * interval '1 ms' from generate_series(1, 4500) n where $2::uuid is not null`,
    `insert into texts (id, kind, cause, cause_id, recipient, author, phone_number, message, status)
     select gen_random_uuid(), 'general', 'mood', id, $2, $1, '+14155550102', '', 'sent' from mood_choices where uid = $1 and mood = 'Dark'`,
    // A friend with just as many moods, and a text for each call for support.
    `insert into mood_choices (uid, mood, chosen_at)
     select $2, case when n % 50 = 0 then 'Dark' else 'Green' end, now() from generate_series(1, 4500) n where $1::uuid is not null`,
    `insert into texts (id, kind, cause, cause_id, recipient, author, phone_number, message, status)
     select gen_random_uuid(), 'general', 'mood', id, $1, $2, '+14155550101', '', 'sent' from mood_choices where uid = $2 and mood = 'Dark'`,
  ]) {
    await database.pool.query(statement, [ada.uid, grace.uid]);
  }
  await leave(ada);
  await settled();
  expect(await findPersonalData(ada.uid)).toEqual([]);
  expect(await countOf(`select count(*) from mood_choices where uid = '${grace.uid}'`)).toBe(4500);
});

test('removes their number, in any notation, from texts that others sent to it by hand, and from no others', async () => {
  const texts = {
    '(415) 555-0101': null,
    '+1 415-555-0101': null,
    '1 415 555 0101': null,
    '415 555 0109': '415 555 0109',
    '+44 20 7555 0101': '+44 20 7555 0101',
  };
  for (const phoneNumber of Object.keys(texts))
    await mei.post('/api/texts/general', { phoneNumber, message: phoneNumber });
  await sql`update texts set status = 'queued' where message = '1 415 555 0101'`;
  await leave(ada);
  await settled();
  const typed = await typedBy(mei);
  expect(typed.find(({ message }) => message === '1 415 555 0101')?.status).toBe('cancelled');
  const left = typed.map(({ message, phoneNumber }) => [message, phoneNumber]);
  expect(Object.fromEntries(left)).toEqual(texts);
  const rows = await sql`select phone_number from texts where phone_number ~ '415\\D*555\\D*0101'`;
  expect(rows).toEqual([]);
});

test('neither cancels nor changes texts by hand while another account has their number', async () => {
  const sam = await signUp({ firstname: 'Sam', phonenumber: '415 555 0101' });
  await mei.post('/api/texts/general', { phoneNumber: '415 555 0101', message: 'Hello' });
  await sql`update texts set status = 'queued' where message = 'Hello'`;
  const before = await typedBy(mei);
  await leave(sam);
  await settled();
  expect(await typedBy(mei)).toEqual(before);
});

test('leaves no row that names them, and removes nothing of others', async () => {
  await ada.choose('Dark');
  await grace.choose('Purple');
  const { link } = (await ada.get(`/api/users/${ada.uid}/invite`)).body;
  await ada.post('/api/texts/general', { phoneNumber: '415 555 0199', message: 'from the form' });
  await settled();
  const others = `select count(*) from messages where '${mei.uid}' in (sender, receiver)`;
  const [messagesBefore, textsBefore] = [
    await countOf(others),
    await countOf(`select count(*) from texts where recipient = '${mei.uid}'`),
  ];
  expect(await findPersonalData(ada.uid)).not.toEqual([]);
  expect((await leave(ada)).status).toBe(200);
  await settled();
  expect(await findPersonalData(ada.uid)).toEqual([]);
  expect((await visitor.post('/api/invites/look', { code: link.split('#')[1] })).status).toBe(404);
  expect(await countOf(others)).toBe(messagesBefore);
  expect(await countOf(`select count(*) from texts where recipient = '${mei.uid}'`)).toBe(textsBefore);
  expect((await grace.circle()).body.map(({ uid }: { uid: string }) => uid)).toEqual([mei.uid]);
  expect((await grace.get(`/api/messages?with=${ada.uid}`)).body.messages).toEqual([]);
  expect((await grace.get(`/api/messages?with=${mei.uid}`)).body.messages.length).toBeGreaterThan(0);
  expect((await grace.post('/api/users/search', { query: 'Lovelace' })).body).not.toContainEqual(
    expect.objectContaining({ uid: ada.uid }),
  );
});

test('ends every cookie and every socket at once; friends’ browsers fetch again, and no others', async () => {
  const phone = new Client(origin);
  await phone.signIn(ada.email, PASSWORD);
  const sockets = [await ada.listen(), await phone.listen()];
  const [friend, stranger] = [await grace.listen(), await mei.listen()];
  await leave(ada);
  for (const client of [ada, phone]) {
    expect((await client.get(`/api/users/${ada.uid}/info`)).status).toBe(401);
    expect((await client.get('/api/identity/get-session')).body).toBeNull();
  }
  for (const socket of sockets) expect((await socket.closed).code).toBe(4401);
  await friend.next('gone');
  expect(await stranger.everything()).toEqual([]);
  expect(await visitor.signIn(ada.email, PASSWORD)).toMatchObject({
    status: 401,
    body: { message: 'Invalid email or password' },
  });
});

test.each([
  ['a wrong one', { password: 'not my password' }, 'Invalid password'],
  ['none', {}, expect.any(String)],
  ['an empty one', { password: '' }, expect.any(String)],
  ['something else', { password: PASSWORD, token: 'x' }, expect.any(String)],
])('asks for the password: %s removes nothing', async (_, body, message) => {
  const answer = await ada.post(`/api/users/${ada.uid}/leave`, body);
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid', message } } });
  expect((await ada.get(`/api/users/${ada.uid}/info`)).status).toBe(200);
});
