import { afterAll, expect, test } from 'vitest';
import { PASSWORD } from '#fixtures/client.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const open = await startTestServer();
const ada = await open.signUp({ email: 'ada@example.com' });
/** The same installation with sign-up closed. */
const closed = await startOtherNode(open, { signUp: 'closed' });
afterAll(() => closed.stop());
const visitor = closed.as(ada);
visitor.cookie = '';

const NEW = { firstname: 'Eve', lastname: 'New', name: 'Eve New', email: 'eve@example.com', password: PASSWORD };

const people = async () => (await open.database.pool.query('select email from users order by email')).rows;

test('every closed sign-up gets the same answer, whether or not the email has an account', async () => {
  const before = await people();
  const bodies = [
    NEW,
    { ...NEW, email: ada.email },
    { ...NEW, email: ada.email.toUpperCase() },
    { ...NEW, email: ada.email, password: 'short' },
    { ...NEW, email: 'no email at all' },
    { ...NEW, password: 'password' },
    { ...NEW, mood: 'Dark' },
    {},
  ];
  for (const body of bodies) {
    expect(await visitor.post('/api/identity/sign-up/email', body)).toMatchObject({
      status: 403,
      body: {
        code: 'SIGN_UP_CLOSED',
        message: 'Sign-up is closed here. Ask the person who runs it for an account.',
      },
    });
  }
  expect(await people()).toEqual(before);
});

test('people with an account can still sign in', async () => {
  const { status, body } = await visitor.signIn(ada.email, PASSWORD);
  expect(status).toBe(200);
  expect(body.user.id).toBe(ada.uid);
  expect((await visitor.get(`/api/users/${ada.uid}/info`)).body).toMatchObject({ email: ada.email });
});

test('anybody can read whether sign-up is closed', async () => {
  expect((await visitor.get('/api/installation')).body.signUp).toBe('closed');
  expect((await open.visitor.get('/api/installation')).body.signUp).toBe('open');
});
