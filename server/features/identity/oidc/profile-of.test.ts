import { expect, test } from 'vitest';
import { profileOf } from './profile-of.ts';

const EMAIL = 'Ada.L@Example.com';
const named = (claims: object) => {
  const profile = profileOf({ email: EMAIL, ...claims });
  return [profile?.firstname, profile?.lastname, profile?.name];
};

test.each([
  ['both names', { given_name: 'Ada', family_name: 'Lovelace', name: 'A. L.' }, ['Ada', 'Lovelace', 'Ada Lovelace']],
  ['one name', { given_name: ' Ada ' }, ['Ada', '', 'Ada']],
  ['the whole name', { name: 'Ada King Lovelace' }, ['Ada', 'King Lovelace', 'Ada King Lovelace']],
  ['a user name', { preferred_username: 'ada', given_name: '' }, ['ada', '', 'ada']],
  ['an email alone', {}, ['Ada.L', '', 'Ada.L']],
  ['names that are no text', { given_name: 7, name: ['x'] }, ['Ada.L', '', 'Ada.L']],
  ['what cannot be stored', { given_name: 'A\0da\ud800' }, ['Ada\ufffd', '', 'Ada\ufffd']],
])('a person with %s', (_, claims, names) => {
  expect(named(claims)).toEqual(names);
});

test('the email is proven when the provider says so, in small letters, and has to be one', () => {
  expect(profileOf({ email: EMAIL, email_verified: true })).toMatchObject({
    email: 'ada.l@example.com',
    emailVerified: true,
  });
  expect(profileOf({ email: EMAIL, email_verified: 'true' })?.emailVerified).toBe(true);
  for (const said of [undefined, false, 'false', 1, 'yes'])
    expect(profileOf({ email: EMAIL, email_verified: said })?.emailVerified).toBe(false);
  for (const email of [undefined, '', 'ada', 7]) expect(profileOf({ email })).toBeUndefined();
});

test('a name has at most the length that is stored', () => {
  expect(profileOf({ email: EMAIL, given_name: 'A'.repeat(500) })?.firstname.length).toBeLessThan(500);
});
