import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { newSession } from '#tests/support/people/new-session.ts';
import { openNtfyServer } from '#tests/support/push/ntfy-server.ts';
import { answerWith } from '#tests/support/push/push-service.ts';
import { startPushTestServer } from '#tests/support/push/push-test-server.ts';
import { openMailServer } from '#tests/support/servers/mail-server.ts';
import { stepCheckIns } from '../check-in/check-in-job.ts';

const [ntfy, mail] = [await openNtfyServer(), await openMailServer()];
afterAll(() => Promise.all([ntfy.close(), mail.close()]));
const smtp = { url: mail.url, from: 'moodring@example.com' };
const server = await startPushTestServer({ pushHosts: [ntfy.host], smtp, rateLimits: true });
const {
  database,
  moodring,
  origin,
  signUp,
  subscribe,
  settled,
  passTime,
  chooseAndPassTime,
  insertAttempts,
  forgetAttempts,
} = server;
const { pool } = database;

afterEach(async () => {
  ntfy.answer.status = 200;
  delete ntfy.answer.before;
  ntfy.published.length = 0;
  mail.received.length = 0;
  for (const command of Object.keys(mail.answers)) delete mail.answers[command];
  await forgetAttempts();
});

async function friends(): Promise<[ada: Member, grace: Member]> {
  const [ada, grace] = [await signUp({ firstname: 'Ada' }), await signUp({ firstname: 'Grace' })];
  await ada.connect(grace);
  await settled();
  return [ada, grace];
}

const setTopic = (who: Member, topic: string | null) => who.put(`/api/users/${who.uid}/push/topic`, { topic });
const topicOf = async (who: Member) => (await who.get(`/api/users/${who.uid}/push`)).body.topic;
const mute = (who: Member, friend: Member) =>
  who.patch(`/api/users/${who.uid}/connections/${friend.uid}/controls`, { mute: 'always' });
const titles = () => ntfy.published.map(({ title, priority }) => `${title} ${priority}`);
const mailsTo = (who: Member) => mail.received.filter(({ to }) => to === who.email);
const report = async (who: Member) => (await who.get('/api/asks')).body.mine.report;
const confirmEmail = (who: Member) => pool.query('update users set email_verified = true where id = $1', [who.uid]);
/** Of new accounts here. */
const networkOf = async (who: Member): Promise<string> =>
  (await pool.query('select sign_up_network from users where id = $1', [who.uid])).rows[0].sign_up_network;
const makeOld = (who: Member) =>
  pool.query(`update users set created_at = now() - interval '8 days' where id = $1`, [who.uid]);
const planCheckIn = (who: Member, friends: Member[]) =>
  who.put(`/api/users/${who.uid}/check-in`, {
    ...{ days: [1], at: '09:00', until: '12:00', zone: 'UTC', friends: friends.map(({ uid }) => uid) },
  });

/** Begins a round. */
async function beginCheckIn(who: Member) {
  await pool.query('update check_ins set due_at = now() where uid = $1', [who.uid]);
  while (await stepCheckIns(moodring.context));
  await settled();
}

describe('an ntfy topic', () => {
  test('is stored once it has taken a test, and rings for calls and check-ins without a name', async () => {
    const [ada, grace] = await friends();
    expect(await topicOf(grace)).toBeNull();
    expect((await setTopic(grace, ntfy.topic('grace'))).body).toEqual({ topic: ntfy.topic('grace') });
    const click = `${origin}/settings/news`;
    const ring = { topic: 'grace', title: 'Notifications work here', message: 'Open Moodring', click, priority: 5 };
    expect(ntfy.published).toEqual([ring]);
    expect(await topicOf(grace)).toBe(ntfy.topic('grace'));
    expect(await topicOf(ada)).toBeNull();
    await chooseAndPassTime(ada, 'Purple');
    await passTime();
    await chooseAndPassTime(ada, 'Dark');
    const call = { ...ring, title: 'A friend could use support', click: `${origin}/circles` };
    expect(ntfy.published.slice(1)).toEqual([{ ...call, priority: 4 }, call]);
    expect(JSON.stringify(ntfy.published)).not.toMatch(new RegExp(`Ada|${ada.uid}`));
    expect(await report(ada)).toMatchObject({ asked: 1, notifiable: 1 });
    await ada.say(grace, 'Hello');
    await settled();
    expect(ntfy.published).toHaveLength(3);
    expect((await setTopic(grace, null)).body).toEqual({ topic: null });
    await passTime();
    await chooseAndPassTime(ada, 'Green');
    await chooseAndPassTime(ada, 'Dark');
    expect(ntfy.published).toHaveLength(3);
  });

  test('rings for the person’s own check-in, and without a sound in quiet hours', async () => {
    const [ada, grace] = await friends();
    for (const who of [ada, grace]) await setTopic(who, ntfy.topic(who.uid));
    await grace.patch(`/api/users/${grace.uid}/settings`, { quietHours: { from: '00:00', to: '23:59', zone: 'UTC' } });
    await planCheckIn(ada, [grace]);
    await beginCheckIn(ada);
    await chooseAndPassTime(ada, 'Purple');
    const times = await pool.query(`select is_quiet(u, now()) as quiet from users u where id = $1`, [grace.uid]);
    const purple = times.rows[0].quiet ? 2 : 4;
    expect(titles().slice(2)).toEqual(['Time to check in 4', `A friend could use support ${purple}`]);
  });

  test('at the public server rings thirty times a day for one person, first calls of older accounts included', async () => {
    const [ada, grace] = await friends();
    await setTopic(grace, ntfy.topic('grace'));
    await pool.query(`update push_devices set service = 'ntfy.sh' where uid = $1`, [grace.uid]);
    await makeOld(ada);
    await insertAttempts({ what: 'pushes at ntfy', whom: ada.uid, times: 30 });
    await chooseAndPassTime(ada, 'Dark');
    expect(titles()).toHaveLength(1);
    await chooseAndPassTime(ada, 'Green');
    await forgetAttempts();
    await chooseAndPassTime(ada, 'Dark');
    expect(titles()).toHaveLength(2);
  });

  test.each([
    'http://ntfy.sh/topic',
    'https://ntfy.sh',
    'https://ntfy.sh/a/b',
    'https://ntfy.sh/topic?poll=1',
    'https://me:secret@ntfy.sh/topic',
    'https://ntfy.sh:8443/topic',
    'https://ntfy.sh.evil.example/topic',
    'https://127.0.0.1/topic',
    'https://localhost/topic',
    'ntfy.sh/topic',
    '',
  ])('%j is refused, and no server is called', async (topic) => {
    const ada = await signUp();
    expect(await setTopic(ada, topic)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(new RegExp(`: ntfy.sh, .*${ntfy.host}`)) } },
    });
    expect(await topicOf(ada)).toBeNull();
  });

  test.each([
    [403, 'The ntfy server does not take this address. Please choose another one.'],
    [503, 'The ntfy server does not answer now. Please try again later.'],
  ])('that answers %i to the test is not stored', async (status, message) => {
    const ada = await signUp();
    ntfy.answer.status = status;
    expect(await setTopic(ada, ntfy.topic('ada'))).toMatchObject({ status: 400, body: { error: { message } } });
    expect(await topicOf(ada)).toBeNull();
  });

  test('whose server is away rings when it is back, and a mute keeps it silent', async () => {
    const [ada, grace] = await friends();
    await setTopic(grace, ntfy.topic('grace'));
    ntfy.answer.status = 429;
    await chooseAndPassTime(ada, 'Dark');
    expect(titles()).toHaveLength(1);
    ntfy.answer.status = 200;
    await passTime();
    await settled();
    expect(titles().slice(1)).toEqual(['A friend could use support 5']);
    await mute(grace, ada);
    await passTime();
    await chooseAndPassTime(ada, 'Green');
    await chooseAndPassTime(ada, 'Dark');
    expect(titles()).toHaveLength(2);
  });

  test('rings once for each call: not again when it is answered or handed over, and not for answers', async () => {
    const [ada, grace] = await friends();
    for (const who of [ada, grace]) await setTopic(who, ntfy.topic(who.uid));
    await chooseAndPassTime(ada, 'Dark');
    const { id } = (await ada.get('/api/asks')).body.mine;
    for (const answer of ['yes', 'no']) {
      expect((await grace.put(`/api/asks/${id}/answer`, { answer })).status).toBe(200);
      await settled();
      await passTime();
      await settled();
    }
    expect(titles().slice(2)).toEqual(['A friend could use support 5']);
  });

  test('that refuses a call is said to, reaches nobody until it takes a test', async () => {
    const [ada, grace] = await friends();
    await confirmEmail(grace);
    await setTopic(grace, ntfy.topic('grace'));
    ntfy.answer.status = 403;
    await chooseAndPassTime(ada, 'Dark');
    expect((await grace.get(`/api/users/${grace.uid}/push`)).body).toMatchObject({ topicRefuses: true });
    expect(mailsTo(grace)).toHaveLength(1);
    ntfy.answer.status = 200;
    await setTopic(grace, ntfy.topic('grace'));
    const { body } = await grace.get(`/api/users/${grace.uid}/push`);
    expect(body).toMatchObject({ topicRefuses: false, topicSentAt: expect.any(Number) });
    await chooseAndPassTime(ada, 'Purple');
    const later = await grace.get(`/api/users/${grace.uid}/push`);
    expect(later.body.topicSentAt).toBeGreaterThan(body.topicSentAt);
  });

  test('one friend rings it ten times a day at most, and another still does', async () => {
    const [ada, grace] = await friends();
    const mei = await signUp();
    await mei.connect(grace);
    await setTopic(grace, ntfy.topic('grace'));
    for (const who of [ada, mei]) await makeOld(who);
    await insertAttempts({ what: 'pushes to an address', whom: `${ada.uid} ${grace.uid}`, times: 10 });
    await chooseAndPassTime(ada, 'Dark');
    expect(titles()).toHaveLength(1);
    await chooseAndPassTime(mei, 'Dark');
    expect(titles()).toHaveLength(2);
  });

  test.each<[string, string, number, (network: string, grace: Member) => string]>([
    ['a network to one person share ten', 'pushes to an address', 10, (network, { uid }) => `${network} ${uid}`],
    ['a network to all share a hundred', 'pushes to an address', 100, (network) => network],
    ['all networks to one person share thirty', 'pushes to addresses of one', 30, (_, { uid }) => uid],
  ])(
    'calls of new accounts of %s a day; the first one of an older account still rings',
    async (_, what, times, whom) => {
      const [ada, grace] = await friends();
      await setTopic(grace, ntfy.topic('grace'));
      await insertAttempts({ what, whom: whom(await networkOf(ada), grace), times });
      await chooseAndPassTime(ada, 'Dark');
      expect(titles()).toHaveLength(1);
      await chooseAndPassTime(ada, 'Green');
      await makeOld(ada);
      await pool.query(`update mood_choices set chosen_at = chosen_at - interval '2 days' where uid = $1`, [ada.uid]);
      await chooseAndPassTime(ada, 'Dark');
      expect(titles()).toHaveLength(2);
    },
  );

  test('further calls of an older account ring a hundred times a day; check-ins are counted by themselves', async () => {
    const [ada, grace] = await friends();
    await makeOld(ada);
    for (const who of [ada, grace]) await setTopic(who, ntfy.topic(who.uid));
    await insertAttempts({ what: 'pushes to an address', whom: ada.uid, times: 100 });
    for (const mood of ['Dark', 'Green', 'Dark']) await chooseAndPassTime(ada, mood);
    expect(titles().slice(2)).toEqual(['A friend could use support 5']);
    await planCheckIn(ada, []);
    await settled();
    await beginCheckIn(ada);
    expect(titles().slice(3)).toEqual(['Time to check in 4']);
  });

  test('check-ins have a bound: fifty a day', async () => {
    const ada = await signUp();
    await setTopic(ada, ntfy.topic('ada'));
    await insertAttempts({ what: 'check ins to an address', whom: await networkOf(ada), times: 49 });
    for (let times = 0; times < 2; times++) {
      await planCheckIn(ada, []);
      await settled();
      await beginCheckIn(ada);
      await passTime();
    }
    expect(titles().slice(1)).toEqual(['Time to check in 4']);
  });

  test('ends with a sign-out everywhere, and the proposed one changes', async () => {
    const ada = await signUp();
    const proposed = async (who: Member) => (await who.get(`/api/users/${ada.uid}/push`)).body.proposedTopic;
    const before = await proposed(ada);
    expect(before).toMatch(/^https:\/\/ntfy\.sh\/moodring-[a-km-np-z2-9]{16}$/);
    expect(await proposed(ada)).toBe(before);
    await setTopic(ada, ntfy.topic('ada'));
    expect((await ada.delete(`/api/users/${ada.uid}/devices`)).status).toBe(200);
    const again = Object.assign((await newSession(server, ada)).client, { uid: ada.uid }) as Member;
    expect(await topicOf(again)).toBeNull();
    expect(await proposed(again)).not.toBe(before);
  });

  test('is not stored by a session that ends while the server takes the test', async () => {
    const ada = await signUp();
    ntfy.answer.before = () => pool.query('delete from sessions where user_id = $1', [ada.uid]);
    expect((await setTopic(ada, ntfy.topic('ada'))).status).toBe(401);
    expect((await pool.query('select from push_devices where uid = $1', [ada.uid])).rowCount).toBe(0);
  });

  test('that took a test is not blamed for a late refusal of the one before', async () => {
    const [ada, grace] = await friends();
    await setTopic(grace, ntfy.topic('before'));
    ntfy.answer.status = 403;
    ntfy.answer.before = () =>
      pool.query('update push_devices set endpoint = $2 where uid = $1', [grace.uid, ntfy.topic('new')]);
    await chooseAndPassTime(ada, 'Dark');
    expect((await grace.get(`/api/users/${grace.uid}/push`)).body).toMatchObject({ topicRefuses: false });
  });

  test('goes with the account', async () => {
    const ada = await signUp();
    await setTopic(ada, ntfy.topic('ada'));
    await pool.query('delete from users where id = $1', [ada.uid]);
    expect((await pool.query('select from push_devices where uid = $1', [ada.uid])).rowCount).toBe(0);
  });
});

describe('an email about a call', () => {
  test('goes once an ask to a confirmed address of whom nothing else reaches, and names nobody', async () => {
    const [ada, grace] = await friends();
    await chooseAndPassTime(ada, 'Purple');
    expect(mailsTo(grace)).toEqual([]);
    expect(await report(ada)).toMatchObject({ notifiable: 0 });
    await chooseAndPassTime(ada, 'Green');
    await confirmEmail(grace);
    await chooseAndPassTime(ada, 'Purple');
    await passTime();
    await chooseAndPassTime(ada, 'Dark');
    const [first, ...others] = mailsTo(grace);
    expect(others).toEqual([]);
    expect(first!.headers).toMatchObject({ subject: 'A friend could use support', 'auto-submitted': 'auto-generated' });
    expect(first!.text).toContain(`${origin}/circles`);
    expect(first!.text).not.toMatch(new RegExp(`Ada|${ada.uid}`));
    expect(await report(ada)).toMatchObject({ notifiable: 1 });
    // A look closes it on no screen, and is no reason for another one.
    const { id } = (await ada.get('/api/asks')).body.mine;
    expect((await grace.put(`/api/asks/${id}/answer`, { answer: 'no' })).status).toBe(200);
    await settled();
    await chooseAndPassTime(ada, 'Purple');
    await chooseAndPassTime(ada, 'Dark');
    expect(mailsTo(grace)).toHaveLength(1);
    await ada.post(`/api/asks/${id}/close`, { tell: false });
    await chooseAndPassTime(ada, 'Dark');
    expect(mailsTo(grace)).toHaveLength(2);
  });

  test('that waits tells of the Dark which followed a Purple that was seen', async () => {
    const [ada, grace] = await friends();
    await confirmEmail(grace);
    for (const round of [1, 2]) {
      await ada.choose('Purple');
      await settled();
      const { chosenAt } = (await grace.circle()).body.find(({ uid }: { uid: string }) => uid === ada.uid);
      await moodring.context.push.markSeen(grace.uid, { uid: ada.uid, chosenAt });
      await chooseAndPassTime(ada, 'Dark');
      expect(mailsTo(grace)).toHaveLength(round);
      const { id } = (await ada.get('/api/asks')).body.mine;
      await ada.post(`/api/asks/${id}/close`, { tell: false });
    }
  });

  test('goes to a person whose topic does not ring, because its server takes none now', async () => {
    const [ada, grace] = await friends();
    await confirmEmail(grace);
    await setTopic(grace, ntfy.topic('grace'));
    ntfy.answer.status = 429;
    await chooseAndPassTime(ada, 'Dark');
    expect(mailsTo(grace)).toHaveLength(1);
  });

  test('goes a thousand times a day, of which a tenth is kept for accounts older than a week', async () => {
    const [ada, grace] = await friends();
    await confirmEmail(grace);
    await insertAttempts({ what: 'mails of calls', whom: 'all', times: 900 });
    await chooseAndPassTime(ada, 'Dark');
    expect(mailsTo(grace)).toEqual([]);
    await makeOld(ada);
    await chooseAndPassTime(ada, 'Green');
    await chooseAndPassTime(ada, 'Dark');
    expect(mailsTo(grace)).toHaveLength(1);
    const mei = await signUp();
    await mei.connect(grace);
    await makeOld(mei);
    await forgetAttempts();
    await insertAttempts({ what: 'mails of calls', whom: 'all', times: 1000 });
    await chooseAndPassTime(mei, 'Dark');
    expect(mailsTo(grace)).toHaveLength(2);
  });

  test.each([
    ['a device with notifications', (grace: Member) => subscribe(grace, 'phone')],
    ['an ntfy topic', (grace: Member) => setTopic(grace, ntfy.topic('grace'))],
    ['no wish for texts', (grace: Member) => grace.patch(`/api/users/${grace.uid}/settings`, { texts: 'none' })],
    ['a mute of the friend', (grace: Member, ada: Member) => mute(grace, ada)],
  ])('is not sent to somebody with %s, nor after an earlier one', async (_, prepare) => {
    const [ada, grace] = await friends();
    await confirmEmail(grace);
    await chooseAndPassTime(ada, 'Dark');
    expect(mailsTo(grace)).toHaveLength(1);
    await ada.post(`/api/asks/${(await ada.get('/api/asks')).body.mine.id}/close`, { tell: false });
    await prepare(grace, ada);
    await chooseAndPassTime(ada, 'Dark');
    expect(mailsTo(grace)).toHaveLength(1);
  });

  test('goes to a person whose only device turns out to be gone', async () => {
    const [ada, grace] = await friends();
    await confirmEmail(grace);
    await subscribe(grace, 'phone');
    server.service.answer = answerWith(410);
    await chooseAndPassTime(ada, 'Dark');
    expect(mailsTo(grace)).toHaveLength(1);
  });

  test('waits while the mail server does not take any', async () => {
    const [ada, grace] = await friends();
    await confirmEmail(grace);
    mail.answers['MAIL FROM'] = '535 no';
    server.expectError('The push service email is misconfigured: pushes wait');
    await chooseAndPassTime(ada, 'Dark');
    delete mail.answers['MAIL FROM'];
    await passTime();
    await settled();
    expect(mailsTo(grace)).toHaveLength(1);
  });

  test('goes to a person whose only device has confirmed nothing for a week', async () => {
    const [ada, grace] = await friends();
    await confirmEmail(grace);
    await subscribe(grace, 'phone');
    await pool.query(`update push_devices set unconfirmed_since = now() - interval '8 days' where uid = $1`, [
      grace.uid,
    ]);
    await chooseAndPassTime(ada, 'Dark');
    expect(mailsTo(grace)).toHaveLength(1);
  });

  test('that bounces is given up, and one that cannot leave now is sent later', async () => {
    const [ada, grace] = await friends();
    await confirmEmail(grace);
    server.expectError('A push was refused and given up');
    mail.answers['RCPT TO'] = '550 not here';
    await chooseAndPassTime(ada, 'Dark');
    delete mail.answers['RCPT TO'];
    await passTime();
    await settled();
    expect(mailsTo(grace)).toEqual([]);
    await chooseAndPassTime(ada, 'Green');
    mail.answers['MAIL FROM'] = '451 later';
    await chooseAndPassTime(ada, 'Dark');
    expect(mailsTo(grace)).toEqual([]);
    delete mail.answers['MAIL FROM'];
    await passTime();
    await settled();
    expect(mailsTo(grace)).toHaveLength(1);
  });
});
