import { defineConfig } from '@playwright/test';
import { launchOptions } from '#fixtures/chromium.ts';
import { findFirefox } from '#tests/support/browser/find-firefox.ts';

/** These journeys depend most on the browser's engine, so they run in Firefox too. */
const IN_FIREFOX =
  /(account-menu|chat-heights|chat-search|drafts|large-text|lists\/\w+(-\w+)?|live-chat|master-page|message-actions|message-groups|new-messages|offline-screens|own-origin|photos|picking-a-mood|push-in-firefox|sign-up-to-chats|signed-out|typing)\./;

/** It starts a Firefox of its own. */
const ONLY_IN_FIREFOX = /push-in-firefox\./;

/** Journeys: tests with browsers on the real server with a real database. */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.journey.ts',
  // More than cores: a journey waits about half of its time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  outputDir: 'test-results',
  projects: [
    {
      name: 'chromium',
      testIgnore: ONLY_IN_FIREFOX,
      use: { browserName: 'chromium', launchOptions: launchOptions(), serviceWorkers: 'block' },
    },
    ...(findFirefox()
      ? [
          {
            name: 'firefox',
            testMatch: IN_FIREFOX,
            use: { browserName: 'firefox' as const },
          },
        ]
      : []),
  ],
});
