import { expect, test } from 'vitest';
import { en } from '#languages';
import { translateRefusal } from './refusals.ts';

const german = {
  ...en,
  invalidPassword: 'Falsches Passwort',
  requestCouldNotBeRead: 'Das war nicht zu lesen',
  fieldCannotBeStored: ({ field }: { field: string }) =>
    `Der ${field === 'lastname' ? 'Nachname' : 'Name'} ist zu lang`,
};

test.each([
  [400, { code: 'INVALID_PASSWORD', message: 'Invalid password' }, 'Falsches Passwort'],
  [400, { code: 'INVALID_FIELD', field: 'lastname', message: 'x' }, 'Der Nachname ist zu lang'],
  [400, { code: 'INVALID_FIELD', message: 'x' }, 'Das war nicht zu lesen'],
  [400, { code: 'VALIDATION_ERROR', message: '[body] Invalid input' }, '[body] Invalid input'],
  [200, { code: 'INVALID_PASSWORD', message: 'Signed out' }, 'Signed out'],
])('an answer with %i and %j says in the caller’s language: %s', async (status, body, message) => {
  const answer = await translateRefusal(Response.json(body, { status, headers: { 'set-cookie': 'a=b' } }), german);
  expect(await answer.json()).toEqual({ code: body.code, message });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([status, ['a=b']]);
});
