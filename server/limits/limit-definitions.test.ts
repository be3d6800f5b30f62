import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Client, Member } from '#fixtures/client.ts';
import { somePhoto } from '#tests/support/people/some-photo.ts';
import { someSubscription } from '#tests/support/push/subscription.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer({ rateLimits: true, databaseUrl: 'shared' });
const { database, forgetAttempts, insertAttempts, sql } = server;

const other = await startOtherNode(server);
const ada = await server.signUp({ firstname: 'Ada' });
const grace = await server.signUp({ firstname: 'Grace', phonenumber: '+14155550101' });
await ada.connect(grace);
/** Clients of Ada on both nodes. */
const adas = [ada, other.as(ada)] as const;
await sql`update users set created_at = now() - interval '30 days'`;
beforeEach(forgetAttempts);
afterAll(() => other.stop());

/** Stores counts as if the uses had happened in the past. */
const alreadyDone = (what: string, times: number, ago: string, whom = ada.uid) =>
  insertAttempts({ what, whom, times, ago });
const HERE = '127.0.0.1';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function expectRefusal(answer: Answer, words: string, [least, most]: [number, number]) {
  expect([answer.status, answer.body]).toEqual([429, { error: { code: 'too_many', message: words } }]);
  const retryAfter = Number(answer.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThanOrEqual(least);
  expect(retryAfter).toBeLessThanOrEqual(most);
  expect(answer.headers.get('cache-control')).toBe('no-store');
}

/** Makes calls on both nodes in turn. */
const queueRequests = (times: number, call: (who: Client, n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, (_, n) => call(adas[n % 2]!, n)));

const passed = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length;

/** @returns the id of a new person to connect with */
async function newcomer(): Promise<string> {
  const rows = await sql<{ id: string }>`insert into users (id, name, firstname, lastname, email, phonenumber)
     values (gen_random_uuid(), '', 'Friend', '', gen_random_uuid() || '@example.com', '+14155550100') returning id`;
  return rows[0]!.id;
}

/** @returns how many rows name Ada in this column */
async function stored(table: string, column: string): Promise<number> {
  const { rows } = await database.pool.query(`select 1 from ${table} where ${column} = $1`, [ada.uid]);
  return rows.length;
}

/** Signs somebody up from this network. @param change what is different of the form */
const signUp = (change: object) =>
  server.visitor.post('/api/identity/sign-up/email', {
    ...{ firstname: 'M', lastname: 'X', name: 'M X', email: `${randomUUID()}@example.com` },
    ...{ password: 'correct horse battery', ...change },
  });

/** A call by Ada, or by Grace. */
type Call = (who: Client, uid: string, n: number) => Promise<Answer>;

const friendOf = (uid: string) => (uid === ada.uid ? grace.uid : ada.uid);
function search(query: string): Call {
  return (who) => who.post('/api/users/search', { query });
}
const connect: Call = async (who, uid) => who.put(`/api/users/${uid}/connections/${await newcomer()}`);
const change: Call = (who, uid, n) =>
  n % 2
    ? who.patch(`/api/users/${uid}/settings`, { foundInSearch: true })
    : who.post('/api/identity/update-user', { firstname: 'Name' });
const searchMessages: Call = (who, uid) => who.post('/api/messages/search', { with: friendOf(uid), q: 'hey' });
function upload(bytes = 1): Call {
  return (who, uid) => {
    const query = `message=${randomUUID()}&to=${friendOf(uid)}`;
    return who.call('PUT', `/api/photos/${randomUUID()}?${query}`, somePhoto({ bytes }));
  };
}
const showPhoto: Call = (who, uid) => who.call('PUT', `/api/users/${uid}/photo`, somePhoto());
const download =
  (file: string): Call =>
  (who, uid) =>
    who.get(`/api/users/${uid}/${file}`);
const forget: Call = (who, uid) => who.delete(`/api/users/${uid}/moods?before=0`);
const react: Call = (who) => who.put(`/api/messages/${randomUUID()}/reaction`, { emoji: '👍' });
const remove: Call = (who) => who.post(`/api/messages/${randomUUID()}/delete`, { for: 'me' });
const mute: Call = (who, uid) =>
  who.patch(`/api/users/${uid}/connections/${friendOf(uid)}/controls`, { mute: 'always' });
const endCheckIn: Call = (who, uid) => who.delete(`/api/users/${uid}/check-in`);
const block: Call = (who, uid) => who.put(`/api/users/${uid}/blocks/${randomUUID()}`);
const handOver: Call = (who) => who.post(`/api/asks/${randomUUID()}/hand-over`);
const subscribe: Call = (who, uid) => who.put(`/api/users/${uid}/push`, someSubscription());
const KNOWN = someSubscription();
await ada.put(`/api/users/${ada.uid}/push`, KNOWN);
const renew: Call = (who, uid) => who.put(`/api/users/${uid}/push`, KNOWN);
const reach: Call = (who, uid) => who.post(`/api/users/${uid}/push/reached`);
const removeTopic: Call = (who, uid) => who.put(`/api/users/${uid}/push/topic`, { topic: null });
const answerRequest: Call = (who, uid, n) => {
  const request = `/api/users/${uid}/requests/${friendOf(uid)}`;
  return n % 2 ? who.delete(request) : who.post(`${request}/accept`);
};
const testPush: Call = (who, uid) => who.post(`/api/users/${uid}/push/test`);
const textByHand: Call = (who) => who.post('/api/texts/general', { phoneNumber: '+14155550199', message: 'Hello' });
const report: Call = (who, uid) => who.post('/api/reports', { uid: friendOf(uid), reason: 'They write at night.' });
const checkNumber: Call = (who) => who.post('/api/phone-numbers/check', { phoneNumber: '12' });

const PHOTOS = 'MB of photos: at most 200 a day. Please try again later.';
const BY_NUMBER = 'Searches by phone number: at most 20 a day. Please search by name.';

test.each<[what: string, max: number, seconds: number, label: string, call: Call]>([
  ['search', 30, MINUTE, 'Searches', search('grace')],
  ['search', 300, DAY, 'Searches', search('grace')],
  ['search, network', 90, MINUTE, 'Searches of your network', search('grace')],
  ['search, network', 900, DAY, 'Searches of your network', search('grace')],
  ['connect', 100, DAY, 'New connections', connect],
  ['connect, network', 300, DAY, 'New connections of your network', connect],
  ['change settings', 30, MINUTE, 'Changes of settings', change],
  ['change settings', 30, MINUTE, 'Changes of settings', removeTopic],
  ['search messages', 30, MINUTE, 'Searches in chats', searchMessages],
  ['search messages', 600, DAY, 'Searches in chats', searchMessages],
  ['search messages, network', 90, MINUTE, 'Searches in chats of your network', searchMessages],
  ['search messages, network', 1_800, DAY, 'Searches in chats of your network', searchMessages],
  ['photo', 400, DAY, 'MB of photos', upload()],
  ['photo, network', 1_200, DAY, 'MB of photos of your network', upload()],
  ['profile photo', 20, DAY, 'Changes of photos', showPhoto],
  ['data as a file', 20, HOUR, 'Downloads of one’s data', download('export')],
  ['data as a file, network', 100, HOUR, 'Downloads of one’s data of your network', download('export')],
  ['moods as a file', 20, HOUR, 'Downloads of moods', download('moods.csv')],
  ['moods as a file, network', 100, HOUR, 'Downloads of moods of your network', download('moods.csv')],
  ['forget moods', 30, HOUR, 'Deletions of old moods', forget],
  ['react', 60, MINUTE, 'Reactions', react],
  ['react', 1_000, DAY, 'Reactions', react],
  ['delete message', 60, MINUTE, 'Deleted messages', remove],
  ['delete message', 1_000, DAY, 'Deleted messages', remove],
  ['mute or hide', 60, MINUTE, 'Choices to mute or hide', mute],
  ['mute or hide', 60, MINUTE, 'Choices to mute or hide', endCheckIn],
  ['remove or block', 30, MINUTE, 'Removed or blocked people', block],
  ['hand over', 10, HOUR, 'Times you had to go', handOver],
  ['renew pushes', 60, MINUTE, 'Renewals of notifications', renew],
  ['renew pushes', 60, MINUTE, 'Renewals of notifications', reach],
  ['answer requests', 60, MINUTE, 'Answers to requests', answerRequest],
  ['subscribe to pushes', 30, DAY, 'New devices for notifications', subscribe],
  ['subscribe to pushes, network', 300, DAY, 'New devices for notifications of your network', subscribe],
  ['test push', 3, MINUTE, 'Test notifications', testPush],
  ['test push, network', 100, DAY, 'Test notifications of your network', testPush],
  ['report', 10, DAY, 'Reports', report],
  ['check a phone number, network', 30, MINUTE, 'Checks of phone numbers of your network', checkNumber],
  ['text by hand', 5, MINUTE, 'Texts', textByHand],
  ['text by hand', 50, DAY, 'Texts', textByHand],
  ['text by hand, network', 20, DAY, 'Texts of your network', textByHand],
])(
  '%s: %i times in %i seconds, at both nodes together; then a refusal says when to go on',
  (what, max, seconds, label, call) => {
    const shown = label.startsWith('MB') ? max / 2 : max;
    const time = seconds === MINUTE ? 'a minute' : seconds === HOUR ? 'an hour' : 'a day';
    const advice = seconds === MINUTE ? 'Please wait a moment.' : 'Please try again later.';
    const words = `${label}: at most ${shown.toLocaleString('en')} ${time}. ${advice}`;
    return expectLimit(what, max, seconds, words, call);
  },
);

test.each('5550101|+1 415|(415) 55|555a|٤١٥٥|+ (|0044 20|a 5550|４１５　５５|1ーーーー23|①②③'.split('|'))(
  '20 a day by number, as %j',
  (query) => expectLimit('search by number', 20, DAY, BY_NUMBER, search(query)),
);

/** Expects the last two uses to pass, and then refusals. @param what a limit of Ada, or of the network with Ada and Grace */
async function expectLimit(what: string, max: number, seconds: number, words: string, call: Call): Promise<void> {
  const isOfNetwork = what.endsWith(', network');
  const ago = seconds === MINUTE ? 10 : (seconds * 5) / 6;
  await alreadyDone(what, max - 2, `${ago} seconds`, isOfNetwork ? HERE : ada.uid);
  const callers: [Client, string][] = [isOfNetwork ? [grace, grace.uid] : [ada, ada.uid], [adas[1], ada.uid]];
  // Calls about a message or an ask that does not exist count, too.
  for (const [n, [who, uid]] of callers.entries()) expect([200, 202, 404]).toContain((await call(who, uid, n)).status);
  for (const [who, uid] of callers)
    expectRefusal(await call(who, uid, 0), words, [seconds - ago - Math.min(60, seconds / 6), seconds - ago]);
}

test('a search that is too short is not counted, and one by name goes on after those by number', async () => {
  expect(passed(await queueRequests(40, (who) => search(' 41 ')(who, '', 0)))).toBe(40);
  await alreadyDone('search by number', 20, '1 hour');
  await alreadyDone('search by number, network', 60, '1 hour', HERE);
  for (const [who, query, status] of [
    [ada, '5550101', 429],
    [grace, '5550101', 429],
    [ada, 'grace', 200],
    [grace, 'lovelace', 200],
  ] as const)
    expect((await search(query)(who, '', 0)).status).toBe(status);
});

test('a refused connection stores nothing, and connecting again is not counted', async () => {
  const everything = () =>
    Promise.all([stored('connections', 'owner'), stored('messages', 'sender'), stored('texts', 'author')]);
  await alreadyDone('connect', 100, '1 hour');
  await alreadyDone('connect, network', 300, '1 hour', HERE);
  const before = await everything();
  expect((await connect(ada, ada.uid, 0)).status).toBe(429);
  expect(await everything()).toEqual(before);
  expect((await ada.connect(grace)).status).toBe(200);
});

describe('messages', () => {
  const words = 'Messages: at most 60 a minute. Please wait a moment.';
  const message = () => ({ id: randomUUID(), receiver: grace.uid, content: 'Hello' });

  test('300 in five minutes, at both nodes together, by HTTP or live; further ones are refused', async () => {
    const before = await stored('messages', 'sender');
    const live = await ada.listen();
    for (let n = 0; n < 200; n++) live.send({ type: 'send', ...message() });
    const answers = await Promise.all(Array.from({ length: 200 }, () => adas[1].post('/api/messages', message())));
    let passedLive = 0;
    for (let heard = 0; heard < 200; ) {
      const event = await live.oldest();
      if (event.type === 'rejected') expect(event.error).toEqual({ code: 'too_many', message: words });
      if (event.type === 'sent') passedLive += 1;
      if (event.type === 'sent' || event.type === 'rejected') heard += 1;
    }
    expect(passedLive + passed(answers)).toBe(300);
    expect(await stored('messages', 'sender')).toBe(before + 300);

    for (const who of adas) expectRefusal(await who.post('/api/messages', message()), words, [200, 300]);
    expect(await stored('messages', 'sender')).toBe(before + 300);
    expect((await grace.say(ada)).status).toBe(200);
  });

  test('15,000 in five days, so that nobody fills the disk', async () => {
    await alreadyDone('message', 15_000 / 20, '1 day');
    const refusal = await ada.post('/api/messages', message());
    expectRefusal(refusal, 'Messages: at most 3,000 a day. Please try again later.', [4 * DAY - 60, 4 * DAY]);
  });
});

describe('moods', () => {
  const choose = (who: Client, mood: string) => who.put(`/api/users/${ada.uid}/info/mood`, { mood });
  const limited = (answers: Answer[]) => answers.filter(({ body }) => body.textsLimited).length;

  test('Dark and Purple text the circle 30 times an hour, at both nodes together; each is stored and shown', async () => {
    await choose(ada, 'Green');
    const textsToGrace = async () =>
      (await server.texts()).filter((text) => text.cause === 'mood' && text.phone_number === grace.phonenumber).length;
    const before = await textsToGrace();
    const live = await grace.listen();
    await alreadyDone('ask for support', 20, '1 minute');
    // One after the other: a choice waits a second for its count, then its texts go uncounted.
    const answers: Answer[] = [];
    for (let n = 0; n < 14; n++) answers.push(await choose(adas[n % 2]!, n % 3 ? 'Dark' : 'Purple'));
    expect([passed(answers), limited(answers)]).toEqual([14, 4]);
    expect(await textsToGrace()).toBe(before + 10);
    await choose(ada, 'Yellow');
    for (const who of adas) {
      expect(await choose(who, 'Dark')).toMatchObject({ status: 200, body: { mood: 'Dark', textsLimited: true } });
    }
    expect(await textsToGrace()).toBe(before + 10);
    expect((await ada.get(`/api/users/${ada.uid}/info/mood`)).body).toMatchObject({ mood: 'Dark' });
    for (let heard = 0; heard < 17; ) if ((await live.oldest()).type === 'mood') heard += 1;
  });

  test('Green and Yellow are never limited for their texts', async () => {
    await alreadyDone('ask for support', 30, '1 minute');
    const answers = await queueRequests(35, (who, n) => choose(who, n % 2 ? 'Green' : 'Yellow'));
    expect([passed(answers), limited(answers)]).toEqual([35, 0]);
  });

  test('a flood is refused and not published: 60 a minute, at both nodes together', async () => {
    const before = await stored('mood_choices', 'uid');
    const answers = await queueRequests(300, (who, n) => choose(who, n % 2 ? 'Green' : 'Dark'));
    // A node may have uses left of an earlier lease.
    expect(passed(answers)).toBeGreaterThanOrEqual(60);
    expect(passed(answers)).toBeLessThan(60 + 2 * 10);
    expect(await stored('mood_choices', 'uid')).toBe(before + passed(answers));
    expectRefusal(await choose(ada, 'Dark'), 'Moods: at most 60 a minute. Please wait a moment.', [40, 60]);
    expect((await grace.put(`/api/users/${grace.uid}/info/mood`, { mood: 'Dark' })).status).toBe(200);
  });
});

test('a photo counts in units of half a megabyte', async () => {
  await alreadyDone('photo', 397, '1 hour');
  expect((await upload(900_000)(ada, ada.uid, 0)).status).toBe(200);
  expectRefusal(await upload(900_000)(ada, ada.uid, 0), PHOTOS, [22 * HOUR, DAY]);
  expect((await upload()(adas[1], ada.uid, 0)).status).toBe(200);
  expectRefusal(await upload()(ada, ada.uid, 0), PHOTOS, [22 * HOUR, DAY]);
});

test('a photo that is announced and does not come uses up nothing', async () => {
  await alreadyDone('photo', 399, '1 hour');
  const headers = { origin: server.origin, cookie: ada.cookie, 'content-length': 400_000 };
  const to = `/api/photos/${randomUUID()}?message=${randomUUID()}&to=${friendOf(ada.uid)}`;
  const announced = request(server.origin + to, { method: 'PUT', headers });
  announced.on('error', () => {}).write('x');
  const [answer] = (await once(announced, 'response')) as [IncomingMessage];
  announced.destroy();
  expect(answer.statusCode).toBe(400);
  expect((await upload()(ada, ada.uid, 0)).status).toBe(200);
});

test('a network makes 10 accounts an hour; taken emails count, rejected forms do not', async () => {
  for (let n = 0; n < 3; n++) expect((await signUp({ password: 'short' })).status).toBe(400);
  const emails = Array.from({ length: 14 }, (_, n) => `many${n % 7}@example.com`);
  const answers = await Promise.all(emails.map((email) => signUp({ email })));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(7);
  const words = 'New accounts of your network: at most 10 an hour. Please try again later.';
  expectRefusal(await signUp({}), words, [HOUR - 60, HOUR]);
});

test('a form that makes no account does not tell which emails have one, or counts', async () => {
  for (const password of ['x', 'x'.repeat(129), 'password', 12345678])
    expect((await signUp({ email: ada.email, password })).body.code, String(password)).toMatch(/PASSWORD/);
  const firstname = 'M'.repeat(101);
  for (let n = 0; n < 10; n++) expect((await signUp({ firstname })).status).toBe(400);
  expect((await signUp({ email: ada.email, firstname })).status).toBe(400);
});

describe('a sign-up by an invitation', () => {
  const linkOf = async (who: Member): Promise<{ inviteCode: string }> => ({
    inviteCode: (await who.get(`/api/users/${who.uid}/invite`)).body.link.split('#')[1],
  });

  test('counts for the person who invites: twelve friends get in at once', async () => {
    await alreadyDone('sign up, network', 10, '1 minute', HERE);
    const link = await linkOf(ada);
    const answers = await Promise.all(Array.from({ length: 12 }, () => signUp(link)));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect((await signUp({ inviteCode: 'no code' })).status).toBe(429);
  });

  test('30 a day by one person, and one that is refused for another reason counts nothing', async () => {
    await alreadyDone('sign up, inviter', 29, '1 hour');
    await alreadyDone('sign up, network', 10, '1 minute', HERE);
    const link = await linkOf(ada);
    expect((await signUp({ ...link, password: 'short' })).status).toBe(400);
    expect((await signUp(link)).status).toBe(200);
    expect((await signUp(link)).status).toBe(429);
    expect((await signUp(await linkOf(grace))).status).toBe(200);
  });

  test('counts for the network when somebody has used up what the inviter has', async () => {
    await alreadyDone('sign up, inviter', 30, '1 hour');
    expect((await signUp(await linkOf(ada))).status).toBe(200);
  });

  test('of new accounts of one network counts for these together, and the network has a bound', async () => {
    const [one, two] = [await server.signUp(), await server.signUp()];
    const rows = await sql`select sign_up_network as network from users where id = ${one.uid}`;
    await forgetAttempts();
    await alreadyDone('sign up, inviter', 29, '1 hour', rows[0].network);
    await alreadyDone('sign up, network', 10, '1 minute', HERE);
    expect((await signUp(await linkOf(one))).status).toBe(200);
    expect((await signUp(await linkOf(two))).status).toBe(429);
    await forgetAttempts();
    await alreadyDone('invited sign up, network', 70, '1 minute', HERE);
    const words = 'New accounts of your network: at most 70 an hour. Please try again later.';
    expectRefusal(await signUp(await linkOf(grace)), words, [HOUR - 120, HOUR]);
  });
});

test.each<[what: string, max: number, words: string, call: Call]>([
  ['connect', 20, 'New connections of a new account: at most 20', connect],
  ['text by hand', 5, 'Texts of a new account: at most 5', textByHand],
])('%s: %i times on the first day of an account', async (what, max, words, call) => {
  const mei = await server.signUp({ firstname: 'Mei' });
  await alreadyDone(`${what}, new account`, max - 1, '1 hour', mei.uid);
  expect([200, 202]).toContain((await call(mei, mei.uid, 0)).status);
  const refusal = `${words} a day. Please try again later.`;
  expectRefusal(await call(mei, mei.uid, 0), refusal, [22 * HOUR, 24 * HOUR]);
  await sql`update users set created_at = now() - interval '1 day' where id = ${mei.uid}`;
  expect([200, 202]).toContain((await call(mei, mei.uid, 0)).status);
});

test('a flood of reactions from the network keeps nobody from deleting a message', async () => {
  await alreadyDone('react, network', 180, '10 seconds', HERE);
  expect((await react(grace, grace.uid, 0)).status).toBe(429);
  expect((await remove(grace, grace.uid, 0)).status).toBe(404);
  await forgetAttempts();
  await alreadyDone('delete message, network', 180, '10 seconds', HERE);
  expect((await remove(grace, grace.uid, 0)).status).toBe(429);
});
