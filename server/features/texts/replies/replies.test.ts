import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Client, type Member } from '#fixtures/client.ts';
import { LimitsUnavailable, RateLimitExceeded } from '#server/limits/index.ts';
import { startTextedServer } from '#tests/support/servers/texted-server.ts';
import { signAsTwilio } from '#tests/support/wire/sign-webhook.ts';

const SECRET = 'the secret of the endpoint';
const TOKEN = 'the token of the account';
const server = await startTextedServer({
  messageEndpointSecret: SECRET,
  twilio: { accountSid: `AC${'7'.repeat(32)}`, authToken: TOKEN, from: '+14155550199' },
  textReplies: true,
  rateLimits: true,
});
const { endpoint, database, origin, moodring, settled, deleteTexts, forgetAttempts, allRows } = server;

const PHONE = '+14155550101';
const SHARED = '+14155550102';
const THANKS = (name: string) => `Thank you. ${name} can see that you will reach out.`;
const CANNOT = "All right. Your friend won't see this. Take care of yourself too.";
const NONE_OPEN = 'Nothing to answer right now. Thank you for being there.';
const OTHER_WORDS =
  "Moodring can't pass texts on. Reply 1: I'll reach out, 2: I can't right now, or open the link. STOP ends all texts.";

const ada = await server.signUp();
const alan = await server.signUp({ firstname: 'Alan', lastname: 'Turing' });
const grace = await server.signUp({ firstname: 'Grace', phonenumber: '(415) 555-0101' });
await grace.connect(ada);
await grace.connect(alan);
beforeEach(async () => {
  await settled();
  await deleteTexts();
  await database.pool.query('delete from asks; delete from text_stops');
  await forgetAttempts();
});

/** A program without cookies. */
const program = new Client(origin);
const says = async (message: string, phoneNumber = PHONE) => {
  const call = { origin: '', authorization: `Bearer ${SECRET}` };
  const { status, body } = await program.call('POST', '/api/texts/incoming', { phoneNumber, message }, call);
  expect(status).toBe(200);
  return body.reply;
};

/** Chooses Dark, and waits until its texts have left. */
async function asks(who: Member, mood = 'Dark'): Promise<void> {
  await who.choose(mood);
  await settled();
}

async function answers() {
  const { rows } = await database.pool.query(
    'select a.uid, n.friend, n.answer, n.via from ask_recipients n join asks a on a.id = n.ask where n.answer is not null order by n.answered_at',
  );
  return rows;
}

describe('a friend who was texted', () => {
  test.each([
    ['1', 'yes', THANKS('Ada')],
    [' １. ', 'yes', THANKS('Ada')],
    ['2', 'no', CANNOT],
  ])('answers with %j: %s', async (message, answer, reply) => {
    await asks(ada);
    expect(await says(message, '1 (415) 555-0101')).toBe(reply);
    expect(await answers()).toEqual([{ uid: ada.uid, friend: grace.uid, answer, via: 'text' }]);
    const { mine } = (await ada.get('/api/asks')).body;
    expect(mine.answers.map(({ uid }: { uid: string }) => uid)).toEqual(answer === 'yes' ? [grace.uid] : []);
  });

  test('answers the ask that was texted last, and each text after it the same one', async () => {
    await asks(ada);
    await asks(alan, 'Purple');
    expect(await says('1')).toBe(THANKS('Alan'));
    expect(await says('2')).toBe(CANNOT);
    await ada.choose('Dark');
    await settled();
    expect(await says('1')).toBe(THANKS('Ada'));
    expect(await answers()).toMatchObject([
      { uid: alan.uid, answer: 'no' },
      { uid: ada.uid, answer: 'yes' },
    ]);
  });

  test('has nothing to answer when no ask is open: none, closed, undone or texted three days ago', async () => {
    expect(await says('1')).toBe(NONE_OPEN);
    await asks(ada);
    await database.pool.query(`update texts set created_at = now() - interval '73 hours'`);
    expect(await says('1')).toBe(NONE_OPEN);
    await database.pool.query('update texts set created_at = now()');
    const { id } = (await ada.get('/api/asks')).body.mine;
    await ada.post(`/api/asks/${id}/close`, { tell: false });
    expect(await says('2')).toBe(NONE_OPEN);
    expect(await answers()).toEqual([]);
  });

  test('has nothing to answer when the text was cancelled or the person did not ask them', async () => {
    await asks(ada);
    await database.pool.query("update texts set status = 'cancelled'");
    expect(await says('1')).toBe(NONE_OPEN);
    await database.pool.query("update texts set status = 'sent'");
    await database.pool.query('delete from ask_recipients where friend <> $1', [alan.uid]);
    expect(await says('1')).toBe(NONE_OPEN);
    expect(await answers()).toEqual([]);
  });

  test('with a name that is a link gets no link', async () => {
    const mallory = await server.signUp({ firstname: 'win.example.com/now' });
    await mallory.connect(grace);
    await asks(mallory);
    expect(await says('1')).not.toContain('example.com');
  });
});

test('a shared phone answers for the account that was texted', async () => {
  const mei = await server.signUp({ firstname: 'Mei', phonenumber: SHARED });
  const sam = await server.signUp({ firstname: 'Sam', phonenumber: '1 415 555 0102' });
  await mei.connect(ada);
  await sam.connect(alan);
  await asks(ada);
  expect(await says('1', SHARED)).toBe(THANKS('Ada'));
  await asks(alan);
  expect(await says('1', SHARED)).toBe(THANKS('Alan'));
  expect((await answers()).map(({ friend }) => friend)).toEqual([mei.uid, sam.uid]);
});

test('the account that has proven a phone answers, although a stranger has asked another account with its number since', async () => {
  const phonenumber = '+14155550103';
  const [mei, sam] = [await server.signUp({ phonenumber }), await server.signUp({ phonenumber })];
  const mallory = await server.signUp();
  await database.pool.query('update users set phone_proven_at = now() where id = $1', [mei.uid]);
  await mei.connect(alan);
  await sam.connect(mallory);
  for (const who of [alan, mallory]) await asks(who);
  expect(await says('1', phonenumber)).toBe(THANKS('Alan'));
});

test('other words are answered once a day, and stored nowhere; then 1 still counts', async () => {
  await asks(ada);
  expect(await says('something very private')).toBe(OTHER_WORDS);
  for (let n = 0; n < 25; n++) expect(await says('something else')).toBeNull();
  expect(await allRows()).not.toMatch(/something/);
  expect(JSON.stringify(server.log.lines)).not.toMatch(/something/);
  expect(await says('1')).toBe(THANKS('Ada'));
});

test('20 an hour from one number are answered; after them no answer changes, and STOP and START still count', async () => {
  await asks(ada);
  for (let n = 0; n < 20; n++) expect(await says('2')).toBe(CANNOT);
  expect(await says('1')).toBeNull();
  expect(await answers()).toMatchObject([{ answer: 'no' }]);
  for (const [message, stopped] of [
    ['STOP', true],
    ['START', false],
  ] as const) {
    expect(await says(message)).toBeNull();
    const { rows } = await database.pool.query('select phone, stopped from text_stops');
    expect(rows).toEqual([{ phone: PHONE, stopped }]);
  }
  // Another phone is not limited by this one.
  const mei = await server.signUp({ firstname: 'Mei', phonenumber: '+14155550104' });
  await mei.connect(ada);
  expect(await says('HELP', mei.phonenumber)).not.toBeNull();
});

test('a phone that nobody here has is not answered, and leaves no row', async () => {
  await asks(ada);
  const before = await allRows();
  for (const message of ['1', '2', 'Hello', '', ' ']) expect(await says(message, '+14155550777')).toBeNull();
  for (const phone of ['22395', 'Bank', '']) expect(await says('1', phone)).toBeNull();
  expect(await says('  ')).toBeNull();
  expect(await allRows()).toBe(before);
});

test('a stopped phone answers, and gets no words back', async () => {
  await asks(ada);
  await says('STOP');
  expect(await says('1')).toBeNull();
  expect(await says('Hello')).toBeNull();
  expect(await answers()).toMatchObject([{ answer: 'yes' }]);
});

test('without budget for texts, or while limits cannot be counted, the answer counts and nothing is texted back', async () => {
  await asks(ada);
  const admit = vi.spyOn(moodring.context.outbox, 'admit').mockRejectedValue(new RateLimitExceeded(() => 'full', 5));
  expect(await says('1')).toBeNull();
  admit.mockRestore();
  expect(await answers()).toMatchObject([{ answer: 'yes' }]);
  const count = vi.spyOn(moodring.context.limits, 'count').mockRejectedValue(new LimitsUnavailable(5));
  expect(await says('2')).toBeNull();
  expect(await says('Hello')).toBeNull();
  count.mockRestore();
  expect(await answers()).toMatchObject([{ answer: 'no' }]);
});

describe('through Twilio', () => {
  let texts = 0;
  async function call(Body: string, { token = TOKEN, fields = {} } = {}) {
    const path = '/api/texts/incoming';
    const sent = { MessageSid: `SM${++texts}`, From: PHONE, To: '+14155550199', Body, ...fields };
    const { body, headers } = signAsTwilio(token, origin + path, sent);
    const response = await fetch(origin + path, { method: 'POST', headers, body });
    expect(response.headers.get('content-type')).toBe('text/xml');
    return { status: response.status, text: await response.text() };
  }
  const EMPTY = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

  test('the words travel in the answer, and Twilio alone answers STOP, START and HELP', async () => {
    await asks(ada);
    expect(await call('1')).toEqual({
      status: 200,
      text: `<?xml version="1.0" encoding="UTF-8"?><Response><Message>${THANKS('Ada')}</Message></Response>`,
    });
    for (const keyword of ['HELP', 'STOP', 'START']) expect(await call(keyword)).toEqual({ status: 200, text: EMPTY });
    expect(await call('1', { fields: { OptOutType: 'HELP' } })).toEqual({ status: 200, text: EMPTY });
    const { rows } = await database.pool.query('select stopped from text_stops');
    expect(rows).toEqual([{ stopped: false }]);
  });

  test('a name cannot break out of the words', async () => {
    const mallory = await server.signUp({ firstname: '<b>&</Message>' });
    await mallory.connect(grace);
    await asks(mallory);
    const { text } = await call('1');
    expect(text.match(/<(?!\?)[^>]*>/g)).toEqual(['<Response>', '<Message>', '</Message>', '</Response>']);
    expect(text).toContain('&amp;');
  });
});

test('asking once more says how to reply, and lists show it without', async () => {
  await asks(ada);
  const { id } = (await ada.get('/api/asks')).body.mine;
  await ada.post(`/api/asks/${id}/again`);
  const words = () => endpoint.received.at(-1)!.body.message;
  await settled();
  expect(words()).toMatch(/^Still hoping/);
  expect(words()).toMatch(/ Even one line helps \S+\/a#\S+ Reply 1: I'll reach out, 2: I can't right now$/);
  expect(JSON.stringify(await server.texts())).not.toContain('Reply 1');
  expect(await says('1')).toBe(THANKS('Ada'));
});

// Last, because these accounts stay.
test('a hundred older accounts with a friend’s number, some of them connected with a person who asks, keep no answer from counting', async () => {
  await asks(ada);
  const others = await server.insertMembers(100);
  const uids = others.map(({ uid }) => uid);
  const older = `update users set phone_key = $2, phonenumber = $2, created_at = created_at - interval '1 year' where id = any($1)`;
  await database.pool.query(older, [uids, PHONE]);
  await server.connectAll([ada, ...others.slice(0, 30)]);
  expect(await says('1')).toBe(THANKS('Ada'));
  expect(await answers()).toMatchObject([{ uid: ada.uid, friend: grace.uid, answer: 'yes' }]);
});
