import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { readConfig } from './config.ts';
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
