import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { newSession } from '#tests/support/people/new-session.ts';
import { startPushTestServer } from '#tests/support/push/push-test-server.ts';
import { openEndpoint, status } from '#tests/support/servers/endpoint.ts';
import { signAsTwilio } from '#tests/support/wire/sign-webhook.ts';

const TOKEN = 'the token of the account';
const CALLS_FROM = '+14155550190';
const PHONE = '+14155550101';
const twilio = await openEndpoint();
afterAll(() => twilio.close());
const server = await startPushTestServer({
  twilio: {
    ...{ accountSid: `AC${'7'.repeat(32)}`, authToken: TOKEN, from: '+14155550199' },
    ...{ callsFrom: CALLS_FROM, origin: new URL(twilio.address).origin },
  },
  rateLimits: true,
});
const { database, origin, signUp, settled, passTime, chooseAndPassTime, insertAttempts, forgetAttempts } = server;
const { pool } = database;
twilio.answer = status(201, {}, '{"sid":"CA1"}');

afterEach(async () => {
  twilio.answer = status(201, {}, '{"sid":"CA1"}');
  twilio.received.length = 0;
  await pool.query('delete from text_stops');
  await pool.query('update users set phone_proven_at = null, phone_key = null');
  await forgetAttempts();
});

const calls = () => twilio.received.flatMap(({ path, body }) => (path.endsWith('/Calls.json') ? [body] : []));
const turn = (who: Member, isCalled: boolean) => who.put(`/api/users/${who.uid}/push/calls`, { isCalled });
const shown = async (who: Member) => (await who.get(`/api/users/${who.uid}/push`)).body;
const setTexts = (who: Member, texts: string) => who.patch(`/api/users/${who.uid}/settings`, { texts });
const stop = () => pool.query('insert into text_stops (phone, stopped, said_at) values ($1, true, now())', [PHONE]);
/** And signs in again. */
async function signOut(who: Member) {
  await who.delete(`/api/users/${who.uid}/devices`);
  who.cookie = (await newSession(server, who)).client.cookie;
}
const mute = (who: Member, friend: Member) =>
  who.patch(`/api/users/${who.uid}/connections/${friend.uid}/controls`, { mute: 'always' });

/** Grace has a confirmed phone, and wants to be called. */
async function friends(): Promise<[ada: Member, grace: Member]> {
  const [ada, grace] = [
    await signUp({ firstname: 'Ada & <Co>' }),
    await signUp({ firstname: 'Grace', phonenumber: PHONE }),
  ];
  await ada.connect(grace);
  await pool.query('update users set phone_proven_at = now() where id = $1', [grace.uid]);
  expect((await turn(grace, true)).body).toEqual({ isCalled: true });
  await settled();
  return [ada, grace];
}

describe('a phone is called', () => {
  test('when a friend picks Dark, once an ask, and hears who it is', async () => {
    const [ada, grace] = await friends();
    await chooseAndPassTime(ada, 'Purple');
    expect(calls()).toEqual([]);
    await ada.choose('Dark');
    await settled();
    expect(calls()).toEqual([]);
    await passTime();
    await settled();
    const ask = (await grace.get('/api/asks')).body.friends[0].id;
    const words =
      'This is Moodring. Ada &amp; &lt;Co> could really use support right now. Press 1 if you will reach out.';
    const action = `${origin}/api/texts/twilio/call?ask=${ask}&amp;friend=${grace.uid}`;
    expect(calls()).toEqual([
      {
        ...{ To: PHONE, From: CALLS_FROM, Timeout: '25', TimeLimit: '90' },
        Twiml:
          `<Response><Gather numDigits="1" timeout="10" action="${action}"><Say voice="Polly.Joanna" loop="2">${words}</Say></Gather>` +
          '<Say voice="Polly.Joanna" loop="1">You can also answer in Moodring. Goodbye.</Say></Response>',
      },
    ]);
    await ada.post(`/api/asks/${(await ada.get('/api/asks')).body.mine.id}/again`);
    await settled();
    await passTime();
    await settled();
    expect(calls()).toHaveLength(1);
  });

  test.each<[string, (grace: Member, ada: Member) => Promise<unknown>]>([
    ['nobody whose number is not confirmed', () => pool.query('update users set phone_proven_at = null')],
    ['nobody who wants no texts', (grace) => setTexts(grace, 'none')],
    ['nobody who texted STOP', stop],
    ['nobody who does not want to be called any more', (grace) => turn(grace, false)],
    ['nobody who has signed out everywhere', signOut],
  ])('but %s, and the settings say so', async (_, change) => {
    const [ada, grace] = await friends();
    expect(await shown(grace)).toMatchObject({ callsFrom: CALLS_FROM, isCalled: true });
    await change(grace, ada);
    expect(await shown(grace)).toMatchObject({ callsFrom: CALLS_FROM, isCalled: false });
    await chooseAndPassTime(ada, 'Dark');
    expect(calls()).toEqual([]);
  });

  test.each<[string, (ada: Member, grace: Member) => Promise<unknown>]>([
    ['has muted them', (ada, grace) => mute(grace, ada)],
    [
      'has seen it',
      async (_, grace) => grace.post(`/api/asks/${(await grace.get('/api/asks')).body.friends[0].id}/seen`),
    ],
  ])('but not a friend who within the minute %s', async (_, change) => {
    const [ada, grace] = await friends();
    await ada.choose('Dark');
    await settled();
    expect(await change(ada, grace)).toMatchObject({ status: 200 });
    await settled();
    await passTime();
    await settled();
    expect(calls()).toEqual([]);
  });

  test('also when the asker’s phone says Green and closes the ask within the minute', async () => {
    const [ada] = await friends();
    await ada.choose('Dark');
    await ada.choose('Green');
    await ada.post(`/api/asks/${(await ada.get('/api/asks')).body.mine.id}/close`, { tell: false });
    await settled();
    await passTime();
    await settled();
    expect(calls()).toHaveLength(1);
  });

  test('but not after a Dark that was taken back to a Purple while a text waited', async () => {
    const [ada] = await friends();
    await chooseAndPassTime(ada, 'Purple');
    twilio.answer = status(503, { 'retry-after': '600' });
    await ada.choose('Dark');
    await settled();
    const undone = await ada.post(`/api/asks/${(await ada.get('/api/asks')).body.mine.id}/undo`);
    expect([undone.status, undone.body.mood]).toEqual([200, 'Purple']);
    twilio.answer = status(201, {}, '{"sid":"CA1"}');
    await passTime();
    await settled();
    expect(calls()).toEqual([]);
  });

  test.each([
    [10, 'times by one friend', 'pushes to an address', (ada: Member, grace: Member) => `${ada.uid} ${grace.uid}`, 0],
    [10, 'times, above that for first calls of a day', 'calls to one', () => PHONE, 1],
    [20, 'times at most', 'calls to one', () => PHONE, 0],
  ] as const)('a day %i %s', async (times, _, what, whom, called) => {
    const [ada, grace] = await friends();
    await pool.query(`update users set created_at = now() - interval '8 days' where id = $1`, [ada.uid]);
    await insertAttempts({ what, whom: whom(ada, grace), times });
    await chooseAndPassTime(ada, 'Dark');
    expect(calls()).toHaveLength(called);
  });

  test('but not when another friend will reach out', async () => {
    const [ada] = await friends();
    const mei = await signUp();
    await mei.connect(ada);
    await ada.choose('Dark');
    await settled();
    await mei.put(`/api/asks/${(await mei.get('/api/asks')).body.friends[0].id}/answer`, { answer: 'yes' });
    await passTime();
    await settled();
    expect(calls()).toEqual([]);
  });

  test('once, also when a Purple and a look are between two Darks of an ask', async () => {
    const [ada, grace] = await friends();
    await chooseAndPassTime(ada, 'Dark');
    await chooseAndPassTime(ada, 'Purple');
    await grace.post(`/api/asks/${(await grace.get('/api/asks')).body.friends[0].id}/seen`);
    await settled();
    await chooseAndPassTime(ada, 'Dark');
    expect(calls()).toHaveLength(1);
  });

  test('again when Twilio was away, and not where it refuses the number', async () => {
    const [ada] = await friends();
    server.expectError('A push was refused and given up');
    // Otherwise the next attempt may come at once.
    twilio.answer = status(503, { 'retry-after': '600' });
    await chooseAndPassTime(ada, 'Dark');
    expect(calls()).toHaveLength(1);
    twilio.answer = status(400, {}, '{"code":21214}');
    await passTime();
    await settled();
    expect(calls()).toHaveLength(2);
    await passTime();
    await settled();
    expect(calls()).toHaveLength(2);
  });
});

test('who has no confirmed number that takes texts cannot turn calls on', async () => {
  const [, grace] = await friends();
  await turn(grace, false);
  await stop();
  const message = 'Calls need a confirmed number, and texts turned on.';
  expect(await turn(grace, true)).toMatchObject({ status: 400, body: { error: { message } } });
  expect(await turn(await signUp(), true)).toMatchObject({ status: 400, body: { error: { message } } });
});

describe('the key that a friend presses', () => {
  const press = async (
    query: string,
    Digits: string,
    { token = TOKEN, CallSid = String(crypto.randomUUID()) } = {},
  ) => {
    const path = `/api/texts/twilio/call${query}`;
    const { body, headers } = signAsTwilio(token, origin + path, { CallSid, Digits });
    const response = await fetch(origin + path, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  };

  async function called() {
    const [ada, grace] = await friends();
    await chooseAndPassTime(ada, 'Dark');
    const ask = (await grace.get('/api/asks')).body.friends[0].id as string;
    const answered = async () =>
      (await ada.get('/api/asks')).body.mine.answers.map(({ answer }: { answer: string }) => answer);
    return { ada, grace, ask, answered, query: `?ask=${ask}&friend=${grace.uid}` };
  }

  test('1 answers that call, once', async () => {
    const { answered, grace, ask, query } = await called();
    const pressed = await press(query, '1', { CallSid: 'CA1' });
    expect(pressed).toMatchObject({ status: 200, text: expect.stringContaining('can see that you will reach out.') });
    expect(await answered()).toEqual(['yes']);
    await grace.put(`/api/asks/${ask}/answer`, { answer: 'no' });
    expect(await press(query, '1', { CallSid: 'CA1' })).toEqual({ status: 200, text: '<Response/>' });
    expect(await answered()).toEqual([]);
  });

  test('another key answers nothing', async () => {
    const { answered, query } = await called();
    expect(await press(query, '2')).toMatchObject({
      status: 200,
      text: expect.stringContaining('You can also answer in Moodring.'),
    });
    expect(await answered()).toEqual([]);
  });

  test('after the ask has ended it answers nothing, and says so', async () => {
    const { ada, query } = await called();
    await ada.post(`/api/asks/${(await ada.get('/api/asks')).body.mine.id}/close`, { tell: false });
    expect(await press(query, '1')).toMatchObject({ status: 200, text: expect.stringContaining('Nothing to answer') });
  });

  test('from anybody but Twilio, or for somebody who is not asked, is refused', async () => {
    const { ada, ask, answered, query } = await called();
    expect((await press(query, '1', { token: 'another' })).status).toBe(403);
    expect((await press(`?ask=${ask}&friend=${ada.uid}`, '1')).status).toBe(404);
    expect((await press('?ask=1&friend=2', '1')).status).toBe(404);
    expect(await answered()).toEqual([]);
  });
});

test('who turns calls on in a session that ends at that moment turns on nothing', async () => {
  const [, grace] = await friends();
  await turn(grace, false);
  const endSession = await holdTransaction(pool, 'delete from sessions where user_id = $1', [grace.uid]);
  const turned = turn(grace, true);
  await expect.poll(() => countLockWaits(pool)).toBe(1);
  await endSession('commit');
  expect((await turned).status).toBe(400);
  const { rows } = await pool.query(`select from push_devices where uid = $1 and kind = 'call'`, [grace.uid]);
  expect(rows).toEqual([]);
});

test('a call takes its place in what is reserved for calls for support, and none is made without one', async () => {
  const [ada] = await friends();
  await forgetAttempts();
  await insertAttempts({ what: 'text', whom: 'all', times: 100 });
  server.expectError("The day's texts are used up (TEXTS_PER_DAY). Only texts that ask for support go out");
  await chooseAndPassTime(ada, 'Dark');
  expect(calls()).toHaveLength(1);
  const [alan] = await friends();
  await forgetAttempts();
  for (const what of ['text', 'support text']) await insertAttempts({ what, whom: 'all', times: 100 });
  server.expectError(
    "The day's texts are used up (TEXTS_PER_DAY). No texts go out, not even those that ask for support",
  );
  await chooseAndPassTime(alan, 'Dark');
  expect(calls()).toHaveLength(1);
});
