import { expect, test } from 'vitest';
import { settingNames } from './config.ts';
import { misspeltSettings } from './misspelt-settings.ts';

test.each([
  ['SIGNUP', 'SIGN_UP'],
  ['TEXT_PER_DAY', 'TEXTS_PER_DAY'],
  ['SMTP_HOST', 'SMTP_URL'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
])('%s is named at the start, with %s', (name, nearest) => {
  expect(misspeltSettings({ [name]: 'on' })).toEqual([
    `${name} is no setting and does nothing. Did you mean ${nearest}?`,
  ]);
});

test('variables of the machine and settings are not named', () => {
  const others = ['PATH', 'HOME', 'HOSTNAME', 'APPDATA', 'USER', 'NODE_ENV', 'HOST', 'POST', 'PGHOST', 'TEXTDOMAIN'];
  const environment = Object.fromEntries([...others, ...settingNames].map((name) => [name, 'x']));
  expect(misspeltSettings(environment)).toEqual([]);
  expect(misspeltSettings({ SIGNUP: '' })).toEqual([]);
});
