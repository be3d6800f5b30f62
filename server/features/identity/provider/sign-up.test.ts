import { expect, test } from 'vitest';
import { PASSWORD } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer();
const { visitor, database } = server;

const ADA = { firstname: 'Ada', lastname: 'Lovelace', phonenumber: '(415) 555-0100', password: PASSWORD };

const signUp = (body: object) => visitor.post('/api/identity/sign-up/email', { name: 'whatever', ...body });

const stored = async (email: string): Promise<object[]> =>
  (await database.pool.query('select * from users where email = $1', [email])).rows;

async function rows(table: 'users' | 'accounts' | 'sessions'): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(`select count(*) from ${table}`);
  return rows[0]!.count;
}

test('a sign-up stores the person and their account together, with mood Green', async () => {
  const { status, headers } = await signUp({ ...ADA, email: 'ada@example.com' });
  expect(status).toBe(200);
  expect(await stored('ada@example.com')).toMatchObject([
    {
      name: 'Ada Lovelace',
      firstname: 'Ada',
      lastname: 'Lovelace',
      initials: 'AL',
      phonenumber: '(415) 555-0100',
      phone_key: '+14155550100',
      phone_dialled: null,
      phone_restriction: null,
      mood: 'Green',
    },
  ]);
  expect(await rows('accounts')).toBe(1);
  expect(headers.getSetCookie()).toEqual([]);
  expect(await rows('sessions')).toBe(0);
  expect((await visitor.get('/api/installation')).body.signUp).toBe('open');
});

test('an account has the language that its browser wants, and none from a program', async () => {
  for (const [accepted, language] of [
    ['de-CH, en;q=0.5', 'de'],
    ['*', null],
    ['tlh', null],
  ] as const) {
    const body = { ...ADA, name: 'whatever', email: `${language}.${accepted.length}@example.com` };
    const headers = { 'accept-language': accepted, 'x-moodring-language': 'fr' };
    await visitor.call('POST', '/api/identity/sign-up/email', body, headers);
    expect(await stored(body.email), accepted).toMatchObject([{ language }]);
  }
});

test('names are stored without surrounding spaces and without characters that reverse text', async () => {
  await signUp({ ...ADA, email: 'spaced@example.com', firstname: '  Ada\u202e ', lastname: '\u2066 Lovelace' });
  expect(await stored('spaced@example.com')).toMatchObject([
    { name: 'Ada Lovelace', firstname: 'Ada', initials: 'AL' },
  ]);
});

test('the display name of a person without a name is their email, which only they see', async () => {
  await signUp({ ...ADA, email: 'nameless@example.com', firstname: ' ', lastname: '' });
  expect(await stored('nameless@example.com')).toMatchObject([{ name: 'nameless@example.com', initials: '' }]);
});

test.each([
  ['in national form', '(415) 555-0101', '+14155550101', null],
  ['of an emergency', '911', '+1911', 'incomplete'],
  ['of a premium service', '+1 900 555 0123', '+19005550123', 'premium'],
  ['that is missing', undefined, null, null],
  ['that is empty', '', null, null],
  ['without digits', 'none of your business', null, null],
])('a number %s is stored as typed, and as it is dialled: %s, %s, %s', async (kind, phonenumber, key, restriction) => {
  const email = `${kind.replaceAll(' ', '-')}@example.com`;
  await signUp({ ...ADA, email, phonenumber });
  expect(await stored(email)).toMatchObject([
    { phonenumber: phonenumber ?? '', phone_key: key, phone_restriction: restriction },
  ]);
});

test.each([
  ['breaks the connection', 'perform pg_terminate_backend(pg_backend_pid())'],
  ['has a full disk', `raise exception 'no room' using errcode = 'disk_full'`],
])('a database that %s during a sign-up leads to 503, and stores neither account nor person', async (_, failure) => {
  await database.pool.query(`
    create function fail_insert() returns trigger language plpgsql as $$ begin ${failure}; return new; end $$;
    create trigger fail_insert after insert on accounts for each row execute function fail_insert()`);
  const answer = await signUp({ ...ADA, email: 'failed@example.com' });
  await database.pool.query('drop function fail_insert cascade');
  expect(answer).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(await stored('failed@example.com')).toEqual([]);
});

test.each([
  ['User already exists. Use another email.', { email: 'ada@example.com' }],
  ['User already exists. Use another email.', { email: 'ADA@Example.com' }],
  ['Password too short', { email: 'b@example.com', password: 'short' }],
  ['Password too short', { email: 'b@example.com', password: '' }],
  ['Invalid email', { email: 'ada at example' }],
  ['Invalid email', { email: 'ada@gmail' }],
  ['Invalid email', { email: 'ada..b@example.com' }],
  ['Invalid email', { email: undefined }],
])("the provider's message %s: %j", async (message, change) => {
  const before = await rows('users');
  const { status, body } = await signUp({ ...ADA, ...change });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(body.message).toBe(message);
  expect(await rows('users')).toBe(before);
});

test.each([2, 20])('%i sign-ups with one email at once make one person; the others are refused', async (many) => {
  const email = `race-of-${many}@example.com`;
  const answers = await Promise.all(Array.from({ length: many }, () => signUp({ ...ADA, email })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 200);
  expect(others.map(({ body }) => body.message)).toEqual(
    Array(many - 1).fill('User already exists. Use another email.'),
  );
  expect(await stored(email)).toHaveLength(1);
  const people = await rows('users');
  expect(await rows('accounts')).toBe(people);
});

test.each<object>([
  { mood: 'Dark' },
  { id: crypto.randomUUID() },
  { phoneKey: '+1999' },
  { image: 'https://example.com/me.png' },
  { emailVerified: true },
  { callbackURL: 'https://example.com' },
  { constructor: {} },
])('fields that only the server sets, and unknown ones, are refused: %j', async (extra) => {
  const { status, body } = await signUp({ ...ADA, email: 'extra@example.com', ...extra });
  expect(status).toBe(400);
  expect(body.message).toBe(`${Object.keys(extra)[0]} is not allowed to be set`);
  expect(await stored('extra@example.com')).toEqual([]);
});

test.each([
  ['a NUL in the email', { email: 'a\0@example.com' }],
  ['a first name that is too long', { firstname: 'A'.repeat(101) }],
  ['a last name that is too long', { lastname: 'L'.repeat(101) }],
  ['a phone number that is too long', { phonenumber: '1'.repeat(41) }],
])('values that cannot be stored or shown are refused with 400: %s', async (_, change) => {
  const before = await rows('users');
  const { status } = await signUp({ ...ADA, email: 'unstorable@example.com', ...change });
  expect(status).toBe(400);
  expect(await rows('users')).toBe(before);
});
