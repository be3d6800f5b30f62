import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { findFirefox } from './support/browser/find-firefox.ts';

const folder = mkdtempSync(join(tmpdir(), 'moodring-firefox-'));
const program = join(folder, 'firefox');

afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

function install(script: string): void {
  writeFileSync(program, script);
  chmodSync(program, 0o755);
}

test('FIREFOX_PATH comes before a Firefox on the PATH', () => {
  install('#!/bin/sh\nexit 0\n');
  vi.stubEnv('PATH', folder);
  vi.stubEnv('FIREFOX_PATH', undefined);
  expect(findFirefox()).toBe(program);
  vi.stubEnv('PATH', '');
  vi.stubEnv('FIREFOX_PATH', program);
  expect(findFirefox()).toBe(program);
});

test('a Firefox from a snap is skipped, because it cannot open a test’s profile', () => {
  install('#!/bin/sh\nexec /snap/bin/firefox "$@"\n');
  vi.stubEnv('PATH', folder);
  vi.stubEnv('FIREFOX_PATH', undefined);
  expect(findFirefox()).not.toBe(program);
});
