import { defineConfig } from '@playwright/test';
import { launchOptions } from '#fixtures/chromium.ts';
import { findFirefox } from '#tests/support/browser/find-firefox.ts';

/** What depends most on the browser's engine runs in Firefox as well. */
const IN_FIREFOX =
  /(account-menu|live-chat|master-page|offline-screens|own-origin|picking-a-mood|sign-up-to-chats|signed-out)\./;

/** Journeys: two people, two browsers, the real server on a real database. */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.journey.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  outputDir: 'test-results',
  projects: [
    { name: 'chromium', use: { browserName: 'chromium', launchOptions: launchOptions(), serviceWorkers: 'block' } },
    ...(findFirefox() ? [{ name: 'firefox', testMatch: IN_FIREFOX, use: { browserName: 'firefox' as const } }] : []),
  ],
});
