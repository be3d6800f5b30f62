import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/support/launch-options.ts';

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
  use: { launchOptions: launchOptions(), serviceWorkers: 'block' },
});
