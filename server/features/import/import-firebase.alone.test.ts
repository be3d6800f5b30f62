import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Client, Member } from '#fixtures/client.ts';
import { FIREBASE_PASSWORD, localIdOf, someAccount, writeFirebaseExport } from '#fixtures/firebase-export.ts';
import { hashAtRealCost } from '#tests/support/passwords/cheap-passwords.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { importFirebase } from './import-firebase.ts';
import { readJson } from './read-json.ts';

hashAtRealCost();

const server = await startTestServer();
const { origin, database, signUp, settled, texts, sql } = server;
const folder = temporaryFolder(afterAll);

const [ANN, BOB, GUS, LEFT, NOBODY] = [0, 1, 2, 5, 99].map(localIdOf) as [string, string, string, string, string];
const AT = Date.UTC(2022, 4, 1);
/** A key of a push at 2022-06-01 00:00:00.000. */
const PUSH_KEY = '-N3RYy--aaaaaaaaaaaa';

const { passwordHash: _, salt: __, ...withoutPassword } = someAccount(2);
const accounts = [
  { ...someAccount(0), lastSignedInAt: String(AT) },
  { ...someAccount(1), createdAt: String(1e17), lastSignedInAt: '9e15' },
  { ...withoutPassword, providerUserInfo: [{ providerId: 'google.com', rawId: '1' }] },
  { ...someAccount(3), disabled: true, email: 'DEE@example.com', displayName: 'Dee van Dam' },
  { ...someAccount(4), passwordHash: 'AAAA' },
  someAccount(5),
  { localId: 'anonymous', providerUserInfo: [] },
  { ...someAccount(7), email: 'taken@example.com' },
];

const users = {
  [ANN]: {
    '.priority': 3,
    info: {
      firstname: 'Ann',
      lastname: 'Lee',
      initials: 'AL',
      phonenumber: '(415) 555-0101',
      email: 'person0@example.com',
      mood: 'Dark',
    },
    connections: {
      [BOB]: { uid: BOB, firstname: 'Bob', phonenumber: '+14155550102', lastMessage: AT + 5 },
      [GUS]: { uid: GUS, lastMessage: { '.value': AT, '.priority': 1 } },
      [NOBODY]: { uid: NOBODY, lastMessage: 1e300 },
      [ANN]: { uid: ANN },
      [LEFT]: { lastMessage: AT + 1 },
    },
  },
  [BOB]: {
    info: { firstname: 'Bob\u0000 ', lastname: 'x'.repeat(200), phonenumber: 4155550102, mood: 'Orange' },
    connections: { [ANN]: { lastMessage: 9e15 } },
  },
  [GUS]: {
    info: { firstname: 'Gus', lastname: '', phonenumber: 'call me', mood: 'Yellow' },
    connections: [null, { lastMessage: 1 }],
  },
  [LEFT]: { info: { firstname: 'Lew' } },
  [NOBODY]: { info: { firstname: 'Nobody' } },
};

const words = (sender: unknown, receiver: unknown, content: unknown, more: object = {}) => ({
  sender,
  receiver,
  content,
  read: true,
  timestamp: AT,
  ...more,
});
const messages = {
  '-Ma': words(ANN, BOB, 'first'),
  '-Mb': words(BOB, ANN, 'second', { read: false }),
  '-Mc': words(BOB, ANN, 'third', { read: false, timestamp: AT + 1_000 }),
  '-Md': words(ANN, GUS, 'y'.repeat(10_001)),
  '-Me': words(NOBODY, ANN, 'from nobody'),
  '-Mf': words(undefined, ANN, 'without a sender'),
  '-Mg': words(ANN, BOB, ' '),
  '-Mh': words(ANN, ANN, 'to myself'),
  '-Mi': words(ANN, BOB, 'never', { timestamp: 1e300 }),
  '-Mj': words(ANN, LEFT, 'to Lew'),
  [PUSH_KEY]: words(ANN, BOB, 'fourth', { timestamp: undefined }),
  '.priority': 1,
};

const files = writeFirebaseExport(folder, { accounts, users, messages });
const run = (isTrial = false) => importFirebase(database.pool, 'US', files, isTrial);
const logIn = async (n: number, password = FIREBASE_PASSWORD) => {
  const client = new Client(origin);
  const { status, body } = await client.signIn(n === 3 ? 'dee@example.com' : `person${n}@example.com`, password);
  const member = new Member(origin, { uid: body.user?.id, firstname: '', lastname: '', email: '', phonenumber: '' });
  member.cookie = client.cookie;
  return { status, member };
};
const countOf = async (table: string) =>
  Number((await database.pool.query(`select count(*) from ${table}`)).rows[0].count);

await signUp({ email: 'taken@example.com' });
const before = await countOf('users');

test('a trial stores nothing and says what would be taken', async () => {
  const { taken, found } = await run(true);
  expect(taken).toEqual({ people: 6, passwords: 4, friendships: 3, messages: 6 });
  expect(found).toEqual({ people: 8, messages: 11 });
  expect(await countOf('users')).toBe(before);
});

test('a file that ends in the middle stores nothing', async () => {
  const database = join(folder, 'half.json');
  writeFileSync(database, readFileSync(files.database, 'utf8').slice(0, -20));
  await expect(importFirebase(server.database.pool, 'US', { ...files, database }, false)).rejects.toThrow(
    'ends in the middle',
  );
  await expect(importFirebase(server.database.pool, 'US', { ...files, users: files.hash }, false)).rejects.toThrow(
    'could not be read',
  );
  expect(await countOf('users')).toBe(before);
});

test('a file is read part by part, and the gaps of an array are nothing', async () => {
  const file = join(folder, 'array.json');
  const large = Array.from({ length: 9_000 }, (_, n) => (n % 3 === 0 ? null : words(ANN, BOB, 'z'.repeat(200))));
  // Its end is missing: what comes before was not read as a whole.
  writeFileSync(file, JSON.stringify({ messages: large }).slice(0, -2));
  const sizes: number[] = [];
  const read = async () => {
    for await (const batch of readJson(file, ['$.messages.*'])) sizes.push(batch.length);
  };
  await expect(read()).rejects.toThrow('ends in the middle');
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThan(4_000);
  writeFileSync(file, JSON.stringify({ messages: large }));
  sizes.length = 0;
  await read();
  expect(sizes.reduce((sum, size) => sum + size)).toBe(6_000);
});

test('people keep their password, circle, mood and messages; nothing is sent until a friend asks for support', async () => {
  const { notes } = await run();
  await settled();
  expect(await texts()).toEqual([]);
  expect(await countOf('causes')).toBe(0);
  expect(Object.fromEntries(notes.map(({ what, count, examples }) => [what, [count, ...examples]]))).toEqual({
    'a person without an email, not taken': [1, 'anonymous'],
    'a time that cannot be right, left out': [6, 'person1@example.com', 'person1@example.com', '-Mi', ANN, BOB],
    'a person who logged in with google.com, taken without a password': [1, 'person2@example.com'],
    'a password that the hash parameters do not fit, left out': [1, 'person4@example.com'],
    'a name that was shortened': [1, BOB],
    'a phone number that gets no texts, kept as it was typed': [1, GUS],
    'a mood that does not exist, now Green': [1, BOB],
    'a message that was shortened': [1, '-Md'],
    'a message without a sender or a receiver, not taken': [1, '-Mf'],
    'a message without words, not taken': [1, '-Mg'],
    'a message to oneself, not taken': [1, '-Mh'],
    'a message without a time, not taken': [1, '-Mi'],
    'a person whose email another account here has, not taken': [1, 'taken@example.com'],
    'a person in the database without an account, not taken': [1, NOBODY],
    'a connection to somebody who is not here, not taken': [2, 'person0@example.com', 'person2@example.com'],
    'a connection that only one of the two had, now of both': [2, 'person0@example.com', 'person0@example.com'],
    'a message whose sender or receiver is not here, not taken': [1, '-Me'],
  });

  const { status, member: ann } = await logIn(0);
  expect(status).toBe(200);
  expect((await ann.get(`/api/users/${ann.uid}/info`)).body).toMatchObject({
    firstname: 'Ann',
    phonenumber: '(415) 555-0101',
    mood: 'Dark',
  });
  const { body: circle } = await ann.circle();
  expect(
    circle.map(({ firstname, unread, lastmessage }: Record<string, unknown>) => [firstname, unread, lastmessage]),
  ).toEqual([
    ['Bob', 2, Date.UTC(2022, 5, 1)],
    ['Lew', 0, AT + 1],
    ['Gus', 0, AT],
  ]);
  const bob = circle[0].uid;
  const { body } = await ann.get(`/api/messages?with=${bob}`);
  expect(body.messages.map(({ content }: { content: string }) => content)).toEqual([
    'first',
    'second',
    'third',
    'fourth',
  ]);
  expect((await ann.say({ uid: bob })).status).toBe(200);
  const { member: lew } = await logIn(5);
  await lew.put(`/api/users/${lew.uid}/info/mood`, { mood: 'Dark' });
  expect(await texts()).toContainEqual(expect.objectContaining({ cause: 'mood', recipient: ann.uid }));
});

test('the password becomes ours at the first log-in, and the session goes on', async () => {
  const stored = async () =>
    (
      await sql`select password from accounts a join users u on u.id = a.user_id where u.email = 'person1@example.com'`
    )[0].password;
  expect(await stored()).toMatch(/^firebase-scrypt\$/);
  expect((await logIn(1, 'wrong password')).status).toBe(401);
  expect(await stored()).toMatch(/^firebase-scrypt\$/);
  const [first, second] = await Promise.all([logIn(1), logIn(1)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(await stored()).not.toMatch(/^firebase-scrypt\$/);
  for (const { member } of [first, second]) expect((await member.circle()).status).toBe(200);
  expect((await logIn(1)).status).toBe(200);
  expect((await logIn(1, 'wrong password')).status).toBe(401);
});

test('nobody logs in to an account that was disabled, or whose password is not here', async () => {
  const statuses = [];
  for (const n of [2, 3, 4]) statuses.push((await logIn(n)).status);
  expect(statuses).toEqual([401, 403, 401]);
});

test('a second import adds what is new, brings back nothing that has ended, and connects nobody who wants to be asked', async () => {
  const [{ member: ann }, { member: lew }] = [await logIn(0), await logIn(5)];
  const { body: circle } = await ann.circle();
  const uidOf = (name: string) => circle.find(({ firstname }: { firstname: string }) => firstname === name).uid;
  await ann.remove({ uid: uidOf('Gus') });
  await lew.post(`/api/users/${lew.uid}/leave`, { password: FIREBASE_PASSWORD });
  await settled();
  const further = { ...messages, '-Mk': words(BOB, ANN, 'fifth', { timestamp: AT + 100_000_000_000 }) };
  // Ann wants to be asked first, and Bob has said 'Not now' to Gus. The old app connects without asking.
  await ann.set({ asksFirst: true });
  const declined = 'insert into connection_requests (asker, asked, declined_at) values ($1, $2, now())';
  await database.pool.query(declined, [uidOf('Gus'), uidOf('Bob')]);
  const connectedThere = {
    ...users,
    [GUS]: { ...users[GUS], connections: { [BOB]: { lastMessage: AT } } },
    [localIdOf(8)]: { info: { firstname: 'Ida' }, connections: { [ANN]: { lastMessage: AT } } },
  };
  writeFirebaseExport(folder, { accounts: [...accounts, someAccount(8)], users: connectedThere, messages: further });
  const { taken, notes } = await run();
  expect(taken).toEqual({ people: 1, passwords: 1, friendships: 0, messages: 1 });
  expect(notes).toContainEqual({
    what: 'a person who has deleted their account here since, not taken',
    count: 1,
    examples: ['person5@example.com'],
  });
  const { body: now } = await ann.circle();
  expect(now.map(({ firstname }: { firstname: string }) => firstname)).toEqual(['Bob']);
  expect(now[0].lastmessage).toBeLessThanOrEqual(Date.now());
});
