import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { readConfig, settingNames } from './config.ts';
import { misspeltSettings } from './misspelt-settings.ts';
import { printWelcome } from './print-welcome.ts';

const root = temporaryFolder(afterAll);
afterEach(() => void vi.restoreAllMocks());

/** The lines that the server prints at start with these settings. */
function welcome(settings: Record<string, string>): string {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  printWelcome(readConfig({ DATA_DIR: join(root, 'data'), ...settings }), { adopted: false } as never, settings);
  return String(print.mock.lastCall![0]);
}

test('the start-up lines say who may sign up, and name settings that limit the app or are misspelt', () => {
  expect(welcome({})).toContain('Anybody can sign up (SIGN_UP)');
  expect(welcome({})).not.toMatch(/Rate limits|no setting/);
  expect(welcome({ SIGNUP: 'invite' })).toContain('SIGNUP is no setting and does nothing. Did you mean SIGN_UP?');
  expect(welcome({ SIGN_UP: 'closed' })).toContain('Sign-up is closed (SIGN_UP)');
  expect(welcome({ SIGN_UP: 'invite' })).toContain('Sign-up needs an invitation (SIGN_UP)');
  expect(welcome({ RATE_LIMITS: 'off' })).toContain('Rate limits are off');
});

test.each([
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
