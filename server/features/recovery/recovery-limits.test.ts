import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Client, type Member, PASSWORD } from '#fixtures/client.ts';
import { accountKey } from '#server/features/identity/index.ts';
import { clientSite } from '#server/network/client-network.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { openMailServer, tokenOf } from '#tests/support/servers/mail-server.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const [mail, endpoint] = [await openMailServer(), await openEndpoint()];
afterAll(() => Promise.all([mail.close(), endpoint.close()]));
const { database, log, visitor, insertMembers, signUp, settled, forgetAttempts, insertAttempts, sql } =
  await startTestServer({
    rateLimits: true,
    trustProxy: 1,
    generalMessageUrl: endpoint.address,
    smtp: { url: mail.url, from: 'moodring@example.com' },
  });
const { pool } = database;

/** People with numbers of their own. Only the first one's is proven. */
const people = await insertMembers(11);
const FIRST_NUMBER = '+14155558000';
for (const [n, { uid }] of people.entries())
  await pool.query('update users set phonenumber = $2, phone_key = $2 where id = $1', [uid, `+1415555${8_000 + n}`]);
await sql`update users set phone_proven_at = now() where id = ${people[0]!.uid}`;
beforeEach(forgetAttempts);

let networks = 0;
/** An address in a network that made no call yet. */
const newNetwork = () => `10.${++networks >> 8}.${networks & 255}.1`;
/** Addresses of one subscriber of IPv6, each in another network. */
const newSite = () => {
  const site = (++networks).toString(16);
  return (n: number) => `2001:db8:${site}:${n.toString(16)}::1`;
};
const post = (path: string, body: object, from = newNetwork(), who: Client = visitor) =>
  who.call('POST', path, body, { 'x-forwarded-for': from });
const askFor = (way: 'link' | 'code', email: string, from?: string, who?: Client) =>
  post(`/api/recovery/${way}`, { email }, from, who);
const askForProof = (person: Member, from?: string) => post(`/api/users/${person.uid}/phone/code`, {}, from, person);
const askForMail = (person: Member, from?: string) =>
  post(`/api/users/${person.uid}/email/confirmation`, {}, from, person);

/** Counts uses of two hours ago. */
const alreadyDone = (what: string, times: number, whom = 'all') =>
  insertAttempts({ what, whom, times, ago: '2 hours' });
const sent = () => [mail.received.length, endpoint.received.length];
const mailsTo = (email: string) => mail.received.filter(({ to }) => to === email).length;
const textsTo = (number: string) => endpoint.received.filter(({ body }) => body.phoneNumber === number).length;

/** In several notations, by new accounts. */
async function askForProofOfOneNumber(n: number) {
  const number = ['+14155557001', '415 555 7001', '(415) 555-7001'][n % 3];
  const person = people[n + 1]!;
  const update = `update users set phonenumber = $2, phone_key = '+14155557001', created_at = now() where id = $1`;
  await pool.query(update, [person.uid, number]);
  return askForProof(person);
}

const ADVICE = 'Please look for them';
test.each<[string, number, (n: number, from: string) => ReturnType<Client['call']>, words?: string]>([
  [
    'an email is mailed 5 links an hour, and 2 more to a network',
    7,
    (_, from) => askFor('link', people[0]!.email, from),
    ADVICE,
  ],
  ['so is an unknown one', 7, (_, from) => askFor('link', 'nobody@example.com', from), ADVICE],
  ['an email gets 3 codes an hour', 3, () => askFor('code', people[0]!.email)],
  ['so does an unknown one', 3, () => askFor('code', 'nobody@example.com')],
  ['a network asks for 20 links an hour', 20, (n, from) => askFor('link', `nobody.${n}@example.com`, from)],
  ['a network asks for 10 reset codes a day', 10, (n, from) => askFor('code', `nobody.${n}@example.com`, from)],
  ['a person asks for 3 proof codes an hour', 3, () => askForProof(people[1]!)],
  ['a network asks for 10 proof codes a day', 10, (n, from) => askForProof(people[n]!, from)],
  ['a number is sent 5 proof codes a day by all new people together', 5, askForProofOfOneNumber],
  ['a person asks for 5 mails an hour', 5, () => askForMail(people[1]!)],
  ['a network asks for 20 mails a day', 20, (n, from) => askForMail(people[n % people.length]!, from)],
])('%s, and then a refusal', async (_, times, call, words = '') => {
  const from = newSite();
  for (let n = 0; n < times; n++) expect((await call(n, from(n))).status).toBe(200);
  expect(await call(times, from(times))).toMatchObject({
    status: 429,
    body: { error: { code: 'too_many', message: expect.stringContaining(words) } },
  });
});

describe('when strangers have used up the codes of a number', () => {
  const NUMBER = '+14155557002';
  beforeEach(async () => {
    await sql`update users set phone_key = null where phone_key = ${NUMBER}`;
    await alreadyDone('proof code, number', 5, NUMBER);
  });

  /** Somebody with this number, whose account is so old. */
  async function withNumber(person: Member, age: string): Promise<Member> {
    await sql`update users set phonenumber = ${NUMBER}, phone_key = ${NUMBER}, created_at = now() - ${age}::interval where id = ${person.uid}`;
    return person;
  }

  test('an account older than a week gets one more a day; a younger one gets none', async () => {
    const owner = await withNumber(people[1]!, '8 days');
    const before = textsTo(NUMBER);
    expect((await askForProof(await withNumber(people[2]!, '6 days'))).status).toBe(429);
    expect((await askForProof(owner)).status).toBe(200);
    expect((await askForProof(owner)).body.error.message).toBe(
      'Codes by text to this number: at most 5 a day. Please try again later.',
    );
    expect(textsTo(NUMBER)).toBe(before + 1);
  });

  test('old accounts get five more together: they do not flood a stranger’s phone', async () => {
    const before = textsTo(NUMBER);
    const owners = await Promise.all(people.slice(1, 9).map((person) => withNumber(person, '8 days')));
    const answers = await Promise.all(owners.map((owner) => askForProof(owner)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(textsTo(NUMBER)).toBe(before + 5);
  });

  test('an account that has used up its own codes gets no more', async () => {
    const owner = await withNumber(people[1]!, '8 days');
    await alreadyDone('proof code', 5, owner.uid);
    expect((await askForProof(owner)).body.error.message).toContain('Codes by text: at most 5 a day');
  });
});

test('20 guesses of links and codes together find nothing, then a network is refused; a right link passes all the same', async () => {
  const from = newNetwork();
  const owner = await signUp();
  expect((await askFor('link', owner.email)).status).toBe(200);
  const token = tokenOf(await mail.next(owner.email));
  const password = 'tangerine kettle';
  const guess = (n: number) =>
    n % 2
      ? post('/api/recovery/password', { token: `guess ${n}`, password }, from)
      : post('/api/recovery/password/code', { ticket: crypto.randomUUID(), code: `${100_000 + n}`, password }, from);
  for (let n = 0; n < 20; n++) expect((await guess(n)).status).toBe(400);
  expect((await guess(20)).status).toBe(429);
  for (const path of ['/api/recovery/link/owner', '/api/recovery/email'])
    expect((await post(path, { token: 'guess' }, from, owner)).status).toBe(429);
  const events = log.lines.filter(({ event }) => event === 'recovery-refused');
  expect(events.length).toBeGreaterThanOrEqual(10);
  expect(await post('/api/recovery/link/owner', { token }, from)).toMatchObject({
    status: 200,
    body: { email: owner.email },
  });
});

test('thirty numbers a minute are read for all networks of one subscriber, before their codes are counted', async () => {
  const from = newSite();
  const whom = clientSite(from(0));
  await insertAttempts({ what: 'check a phone number, network', whom, times: 30, ago: '10 seconds' });
  expect((await askForProof(people[1]!, from(1))).status).toBe(429);
  expect((await askForProof(people[1]!)).status).toBe(200);
});

test('while limits cannot be counted, no link and no code is sent', async () => {
  await settled();
  const before = sent();
  await sql`alter table limits rename to limits_away`;
  try {
    for (const way of ['link', 'code'] as const) expect((await askFor(way, people[0]!.email)).status).toBe(503);
    expect((await askForProof(people[1]!)).status).toBe(503);
  } finally {
    await sql`alter table limits_away rename to limits`;
  }
  await settled();
  expect(sent()).toEqual(before);
});

test('a link or a code is answered before anybody looks for the account', async () => {
  await settled();
  const before = sent();
  const tables = 'users, accounts, one_time_links, text_codes';
  const unlock = await holdTransaction(pool, `lock table ${tables} in access exclusive mode`);
  // All at once: what waits for the lock gives up after two seconds.
  const emails = [people[0]!.email, 'nobody@example.com'];
  const answers = await Promise.all(emails.flatMap((email) => [askFor('link', email), askFor('code', email)]));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(sent()).toEqual(before);
  await unlock();
  await settled();
  expect(sent()).toEqual(before.map((count) => count + 1));
});

test('others who name an email do not keep its owner from confirming it', async () => {
  const ada = await signUp();
  await alreadyDone('mail, address', 5, accountKey(ada.email));
  expect((await askForMail(ada)).status).toBe(200);
});

test('an address gets five mails a day about its own accounts, also when it leaves and signs up again', async () => {
  const email = 'somebody.here@example.org';
  const answers: number[] = [];
  for (let n = 0; n < 3; n++) {
    const ada = await signUp({ email });
    for (let m = 0; m < 2; m++) answers.push((await askForMail(ada)).status);
    await ada.leave();
  }
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
});

test.each([
  ['five notes a day of asks for another one', false, 5],
  ['each of them once it is confirmed', true, 6],
])('an address gets %s', async (_, isConfirmed, notes) => {
  const email = `somebody.${notes}@example.org`;
  for (let n = 0; n < 2; n++) {
    const ada = await signUp({ email });
    await sql`update users set email_verified = ${isConfirmed} where id = ${ada.uid}`;
    for (let m = 0; m < 3; m++) {
      const wanted = { email: `new.${notes}.${n}.${m}@example.org`, password: PASSWORD };
      expect((await post(`/api/users/${ada.uid}/email`, wanted, newNetwork(), ada)).status).toBe(200);
      await settled();
    }
    await ada.leave();
  }
  await settled();
  expect(mailsTo(email)).toBe(notes);
});

describe('the installation', () => {
  const failures = () => log.lines.filter(({ msg }) => msg === 'work in the background failed').length;

  test.each<['link' | 'code', what: string, times: number, whom?: string]>([
    ['link', 'reset link, all', 2_000],
    ['code', 'reset code, all', 300],
    ['code', 'reset code, number', 10, FIRST_NUMBER],
  ])('sends no %s a day above its limit (%s: %i), and no answer tells', async (way, what, times, whom) => {
    await alreadyDone(what, times, whom);
    await settled();
    const [before, failed] = [sent(), failures()];
    expect((await askFor(way, people[0]!.email)).status).toBe(200);
    await settled();
    expect([sent(), failures()]).toEqual([before, failed + 1]);
  });

  const OTHER = 'somebody.else@example.org';
  test.each<[what: string, times: number, whom: string, path: string, body: object]>([
    ['proof code, all', 300, 'all', 'phone/code', {}],
    ['mail, address', 5, accountKey(OTHER), 'email', { email: OTHER, password: PASSWORD }],
    ['mail, all', 1_000, 'all', 'email', { email: OTHER, password: PASSWORD }],
  ])('refuses what people ask for above its limit a day (%s: %i)', async (what, times, whom, path, body) => {
    const ada = await signUp({ phonenumber: '+14155555000' });
    await alreadyDone(what, times, whom);
    await settled();
    const before = sent();
    expect((await post(`/api/users/${ada.uid}/${path}`, body, newNetwork(), ada)).status).toBe(429);
    await settled();
    expect(sent()).toEqual(before);
  });
});

describe('when strangers have used up an email’s requests', () => {
  let numbers = 6_000;
  let ada: Member;
  let grace: Member;
  let home: string;
  beforeEach(async () => {
    [ada, grace] = [await signedOut(), await signedOut()];
    home = newNetwork();
    for (const address of [ada.email, 'nobody@example.com'].map(accountKey)) {
      for (const what of ['reset link', 'reset code']) await alreadyDone(what, 10, address);
      await alreadyDone('further reset link', 2, `${address} ${home}`);
    }
  });

  /** Somebody with a proven phone, whose browser knows the account. */
  async function signedOut(): Promise<Member> {
    const person = await signUp({ phonenumber: `+1415555${++numbers}` });
    await sql`update users set phone_proven_at = now() where id = ${person.uid}`;
    await person.post('/api/identity/sign-out');
    return person;
  }

  const ask = (way: 'link' | 'code', email: string, who?: Client) => askFor(way, email, home, who);
  async function sentTo({ email, phonenumber }: Member) {
    await settled();
    return [mailsTo(email), textsTo(phonenumber)];
  }

  test('a browser that has been signed in to the account gets a link and a code', async () => {
    for (const way of ['link', 'code'] as const) expect((await ask(way, ada.email, ada)).status).toBe(200);
    expect(await sentTo(ada)).toEqual([1, 1]);
  });

  test('every other network has two links, twenty together', async () => {
    const status = async (from: string) => (await askFor('link', ada.email, from)).status;
    const [near, far] = [newNetwork(), newNetwork()];
    expect([await status(near), await status(near), await status(near)]).toEqual([200, 200, 429]);
    expect(await sentTo(ada)).toEqual([2, 0]);
    await sql`delete from limits where what = 'further reset link'`;
    await alreadyDone('further reset link', 20, accountKey(ada.email));
    expect(await status(far)).toBe(429);
    expect((await ask('link', ada.email, ada)).status).toBe(200);
  });

  test('unknown browsers are refused, for every email alike', async () => {
    for (const way of ['link', 'code'] as const) {
      const [known, unknown] = [await ask(way, ada.email), await ask(way, 'nobody@example.com')];
      expect([known.status, known.body]).toEqual([429, unknown.body]);
    }
  });

  test('a browser of somebody else gets the same answer for every email, and nothing is sent', async () => {
    const [known, unknown] = [await ask('link', ada.email, grace), await ask('link', 'nobody@example.com', grace)];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(Object.keys((await ask('code', ada.email, grace)).body)).toEqual(['ticket']);
    expect(await sentTo(ada)).toEqual([0, 0]);
  });

  test('each known browser has five more a day, so that another one does not use them up, and no mailbox is flooded', async () => {
    const shared = new Client(ada.origin);
    await shared.signIn(ada.email, PASSWORD);
    for (let n = 0; n < 8; n++) expect((await ask('link', ada.email, shared)).status).toBe(200);
    expect(await sentTo(ada)).toEqual([5, 0]);
    for (const way of ['link', 'code'] as const)
      for (let n = 0; n < 8; n++) expect((await ask(way, ada.email, ada)).status).toBe(200);
    expect(await sentTo(ada)).toEqual([10, 5]);
  });
});
