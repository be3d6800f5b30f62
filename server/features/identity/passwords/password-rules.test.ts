import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PASSWORD } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { isCommonPassword } from './password-rules.ts';

const { visitor, signUp } = await startTestServer();

const WORDS = 'The password you entered has been compromised. Please choose a different password.';
const COMMON = ['password', 'PassWord1', 'ｐａｓｓｗｏｒｄ', '\t PASSWORD', 'moodring', 'm00dring'];
/** Passwords that are long enough for the provider, the most common first. */
const LIST = dictionary['passwords-common'].filter((password) => password.length >= 8);

test.each(COMMON)('%s is refused at sign-up, with the provider’s message', async (password) => {
  const person = { name: 'Ada', firstname: 'Ada', lastname: 'Lovelace', email: 'common@example.com', password };
  expect(await visitor.post('/api/identity/sign-up/email', person)).toMatchObject({
    status: 400,
    body: { message: WORDS },
  });
  expect((await visitor.signIn(person.email, password)).status).toBe(401);
});

test('common passwords are refused as a new password, and the old one stays', async () => {
  const ada = await signUp();
  for (const newPassword of COMMON) {
    const answer = await ada.post('/api/identity/change-password', { currentPassword: PASSWORD, newPassword });
    expect(answer).toMatchObject({ status: 400, body: { message: WORDS } });
  }
  expect((await ada.signIn(ada.email, PASSWORD)).status).toBe(200);
});

test('people with an older common password can still sign in', async () => {
  expect((await visitor.signIn('nobody@example.com', 'password')).body.message).toBe('Invalid email or password');
});

test('the 3,000 most common passwords are refused, and the next one is not', async () => {
  const refused = await Promise.all(LIST.slice(0, 3_001).map(isCommonPassword));
  expect(refused.indexOf(false)).toBe(3_000);
});

const VARIATIONS = ['MoodRing!', 'mood ring', 'M00dR1ng', '1moodring', 'moodring2026!', 'moodring31121999'];
const FURTHER = ['moodr!ng', 'moodr!!ng!', 'm-o-o-d r.i.n.g', 'moodrings', 'moodringmoodring', 'ｍｏｏｄｒｉｎｇ'];
const ALLOWED = [PASSWORD, 'moodring-demo', 'moodring830174629', 'my mood rings true', 'tangerine kettle'];

test('variations of the product’s name are refused, longer ideas around it are not', async () => {
  for (const password of [...VARIATIONS, ...FURTHER]) expect(await isCommonPassword(password), password).toBe(true);
  for (const password of ALLOWED) expect(await isCommonPassword(password), password).toBe(false);
});

test('no password makes the check slow', async () => {
  const long = [
    'moodr'.padEnd(100_000, '!'),
    `${'moodring!'.repeat(10_000)}x`,
    '1'.repeat(100_000),
    `${'moodr!!!ng'.repeat(10_000)}x`,
  ];
  await Promise.all(long.map(isCommonPassword));
  // Accents in disorder would take ten seconds: longer ones than the provider takes are not normalised.
  const normalize = vi.spyOn(String.prototype, 'normalize');
  onTestFinished(() => normalize.mockRestore());
  const newPassword = `${'\u0345'.repeat(2_000)}${'\u0334'.repeat(2_000)}`;
  const answer = await (await signUp()).post('/api/identity/change-password', {
    currentPassword: PASSWORD,
    newPassword,
  });
  expect(answer).toMatchObject({ status: 400, body: { message: 'Password too long' } });
  expect(normalize.mock.contexts).not.toContain(newPassword);
});
