import { describe, expect, test } from 'vitest';
import { PASSWORD } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { visitor, signUp, allRows } = await startTestServer();

const [ada, grace] = [await signUp(), await signUp()];
await ada.connect(grace);

let deep: unknown = 'deep';
for (let n = 0; n < 500; n++) deep = [deep];

const PROFILE = {
  name: '',
  firstname: 'Eve',
  lastname: 'Stranger',
  phonenumber: '',
  email: 'eve@example.com',
  password: PASSWORD,
};

const odd: [string, unknown][] = [
  ['a NUL', 'E\0ve'],
  ['half of a character', 'E\ud83dve'],
  ['the other half', '\udc4bEve'],
  ['null', null],
  ['a number', 7],
  ['true', true],
  ['a list', ['Eve']],
  ['an object', { toString: 'Eve' }],
  ['a deeply nested value', deep],
];

test.each(odd)('a sign-up with %s in place of a name is refused with 400', async (_, firstname) => {
  const before = await allRows();
  const { status, body } = await visitor.post('/api/identity/sign-up/email', { ...PROFILE, firstname });
  expect([status, body]).toEqual([400, { code: expect.any(String), message: expect.any(String) }]);
  expect(await allRows()).toBe(before);
});

describe.each(['firstname', 'lastname', 'phonenumber', 'name', 'image'])(
  '%s: a value that cannot be stored as text is refused with 400:',
  (field) => {
    test.each(odd)('%s', async (_, value) => {
      const before = await allRows();
      const { status, body } = await ada.post('/api/identity/update-user', { [field]: value });
      expect([status, body]).toEqual([400, { code: expect.any(String), message: expect.any(String) }]);
      expect(await allRows()).toBe(before);
    });
  },
);

test.each([
  ['/api/identity/sign-in/email', { email: 'a\0@example.com', password: PASSWORD }],
  ['/api/identity/sign-in/email', { email: 'a@example.com', password: '\ud83d' }],
  ['/api/identity/change-password', { currentPassword: PASSWORD, newPassword: 'long enough \0' }],
  ['/api/identity/update-user', { firstname: 'Ada', 'na\0me': '' }],
])('%s refuses %j with 400', async (path, body) => {
  expect(await ada.post(path, body)).toMatchObject({ status: 400, body: { message: expect.any(String) } });
});

test('a body of very many values is refused before it is checked', async () => {
  const answer = await visitor.post('/api/identity/sign-in/email', { email: 'a@example.com', password: Array(201) });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_FIELD' } });
});

test.each(['\u200b', ' \u200d\ufeff\n', '\u2800\u3164', '\0'])('every call refuses %j as empty', async (content) => {
  const before = await allRows();
  const message = { id: crypto.randomUUID(), receiver: grace.uid, content };
  const { status, body } = await ada.post('/api/messages', message);
  expect([status, body.error.code]).toEqual([400, 'invalid']);
  const tab = await ada.listen();
  tab.send({ type: 'send', ...message });
  expect((await tab.next('rejected')).error.code).toBe('invalid');
  tab.terminate();
  const text = await ada.post('/api/texts/general', { phoneNumber: '+14155550100', message: content });
  expect([text.status, text.body.error.code]).toEqual([400, 'invalid']);
  expect(await allRows()).toBe(before);
});
