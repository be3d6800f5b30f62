import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Client, Member, PASSWORD } from '#fixtures/client.ts';
import { suspend } from '#server/features/identity/index.ts';
import { createOperatorInvite } from '#server/features/invites/index.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer({ signUp: 'invite' });
const { origin, visitor, database, texts } = server;

const NEEDED = 'You need an invitation to sign up here. Ask a friend for their link.';
const ENDED = 'This invitation has run out. Ask your friend for a new link.';

let emails = 0;
const body = (change: object = {}) => {
  emails += 1;
  const names = {
    firstname: 'Eve',
    lastname: 'New',
    name: 'Eve New',
    phonenumber: `+1415555${String(emails).padStart(4, '0')}`,
  };
  return { ...names, email: `new-${emails}@example.com`, password: PASSWORD, ...change };
};
const signUp = (change: object = {}) => visitor.post('/api/identity/sign-up/email', body(change));
const people = async () => (await database.pool.query('select email from users order by email')).rows;
const uses = async (code: string) =>
  (await database.pool.query('select uses from invites where code = $1', [code])).rows[0].uses;

async function member(code: string): Promise<Member> {
  const fields = body({ inviteCode: code });
  const answer = await visitor.post('/api/identity/sign-up/email', fields);
  expect(answer.status).toBe(200);
  const person = new Member(origin, { ...fields, uid: answer.body.user.id });
  await person.signIn(fields.email, PASSWORD);
  return person;
}

let operators: string;
beforeEach(async () => {
  operators = (await createOperatorInvite(database.pool, { days: 7, uses: 5 })).code;
});

describe('is refused, whatever else is sent: a sign-up', () => {
  test.each<[string, object, string]>([
    ['without a code', {}, NEEDED],
    ['with an empty code', { inviteCode: '' }, NEEDED],
    ['with an unknown code', { inviteCode: 'a-code-that-nobody-has' }, ENDED],
    ['with a code that cannot be stored', { inviteCode: 'a-code-that-nobody-ha\0' }, ENDED],
    ['with a code that is no text', { inviteCode: { a: 1 } }, ENDED],
    ['with a taken email', { email: 'ada@example.com' }, NEEDED],
    ['without a password', { password: undefined, inviteCode: 'a-code-that-nobody-has' }, ENDED],
  ])('%s', async (_, change, message) => {
    const before = await people();
    expect(await signUp(change)).toMatchObject({
      status: 403,
      body: { code: message === NEEDED ? 'INVITATION_NEEDED' : 'INVITATION_ENDED', message },
    });
    expect(await people()).toEqual(before);
  });

  test('with an expired code, or one that is used up', async () => {
    for (const set of ["expires_at = now() - interval '1 second'", "expires_at = now() + interval '1 day', uses = 5"]) {
      await database.pool.query(`update invites set ${set} where code = $1`, [operators]);
      expect(await signUp({ inviteCode: operators })).toMatchObject({ status: 403, body: { message: ENDED } });
    }
  });

  test('with the link of a suspended person, also by those who signed up with it before', async () => {
    const ada = await member(operators);
    const code = await ada.inviteCode();
    const eve = await member(code);
    await suspend(database.pool, ada.uid, true);
    expect(await signUp({ inviteCode: code })).toMatchObject({ status: 403, body: { message: ENDED } });
    expect((await eve.post('/api/invites/accept', { code })).status).toBe(404);
    expect((await eve.circle()).body).toEqual([]);
  });
});

test('with the operator’s invitation people sign up; each is one use, and a sign-up that fails uses nothing', async () => {
  const { email } = await member(operators);
  await member(operators);
  for (const change of [{ email }, { password: 'short' }, { firstname: 'A'.repeat(101) }])
    expect((await signUp({ inviteCode: operators, ...change })).status).toBeGreaterThanOrEqual(400);
  expect(await uses(operators)).toBe(2);
});

test('twenty sign-ups at once with an invitation for five: five accounts, the others read that it has run out', async () => {
  const before = (await people()).length;
  const answers = await Promise.all(Array.from({ length: 20 }, () => signUp({ inviteCode: operators })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map((answer) => [answer.body.code, answer.body.message])).toEqual(
    Array(15).fill(['INVITATION_ENDED', ENDED]),
  );
  expect((await people()).length - before).toBe(5);
  expect(await uses(operators)).toBe(5);
});

test('signing up and connecting with a friend’s link is one use, even the last one', async () => {
  const ada = await member(operators);
  const code = await ada.inviteCode();
  await database.pool.query('update invites set uses = 99 where code = $1', [code]);
  const eve = await member(code);
  expect(await uses(code)).toBe(100);
  expect(await eve.post('/api/invites/look', { code })).toMatchObject({ status: 200, body: { connects: true } });
  expect((await visitor.post('/api/invites/look', { code })).status).toBe(404);
  const clicks = await Promise.all(Array.from({ length: 20 }, () => eve.post('/api/invites/accept', { code })));
  expect(clicks.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await uses(code)).toBe(100);
  expect((await ada.circle()).body).toMatchObject([{ uid: eve.uid, unread: 1 }]);
  expect(await texts()).toHaveLength(1);
  const late = await member(operators);
  expect((await late.post('/api/invites/accept', { code })).status).toBe(404);
});

test('a person cannot say later which invitation they came with', async () => {
  const eve = await member(operators);
  const answer = await eve.post('/api/identity/update-user', { inviteCode: 'a-code-that-nobody-has' });
  expect(answer).toMatchObject({ status: 400, body: { message: 'inviteCode is not allowed to be set' } });
});

describe('at a node where sign-up is closed', () => {
  let ada: Member;
  let closed: Client;
  beforeAll(async () => {
    const { code } = await createOperatorInvite(database.pool, { days: 7, uses: 1 });
    ada = await member(code);
    const node = await startOtherNode(server, { signUp: 'closed' });
    closed = new Client(node.as(ada).origin);
    return node.stop;
  });

  test('every closed sign-up gets the same answer, whether or not the email has an account', async () => {
    const before = await people();
    for (const change of [
      {},
      { email: ada.email },
      { email: ada.email.toUpperCase() },
      { email: ada.email, password: 'short' },
      { email: 'no email at all' },
      { password: 'password' },
      { mood: 'Dark' },
      { inviteCode: operators },
    ]) {
      expect(await closed.post('/api/identity/sign-up/email', body(change))).toMatchObject({
        status: 403,
        body: {
          code: 'SIGN_UP_CLOSED',
          message: 'Sign-up is closed here. Ask the person who runs it for an account.',
        },
      });
    }
    expect((await closed.post('/api/identity/sign-up/email', {})).status).toBe(403);
    expect(await people()).toEqual(before);
  });

  test('people with an account can still sign in, and anybody can read who can sign up', async () => {
    expect(await closed.signIn(ada.email, PASSWORD)).toMatchObject({ status: 200, body: { user: { id: ada.uid } } });
    expect((await closed.get(`/api/users/${ada.uid}/info`)).body).toMatchObject({ email: ada.email });
    expect((await closed.get('/api/installation')).body.signUp).toBe('closed');
    expect((await visitor.get('/api/installation')).body.signUp).toBe('invite');
  });
});
