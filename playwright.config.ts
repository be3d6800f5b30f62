import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { launchOptions } from '#fixtures/chromium.ts';
import { findFirefox } from '#tests/support/browser/find-firefox.ts';
import { BURN_IN_FACTOR, LONG_PATIENCE_MS } from '#tests/support/patience.ts';
import { PSEUDO_LANGUAGE } from '#tests/walks/pseudo-language/pseudo-language.ts';

/** One journey for each promise: `npm test`. `npm run test:all` runs the others. */
const CORE = /@core/;
const ONLY_FIREFOX = /@only-firefox/;

const CHROMIUM: PlaywrightTestConfig['use'] = {
  browserName: 'chromium',
  launchOptions: launchOptions(),
  serviceWorkers: 'block',
  // Without pictures of each step, which cost a seventh of the time: a failed journey keeps its last pages.
  trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
};

/** Journeys: tests with browsers on the real server with a real database. */
export default defineConfig({
  testMatch: '*.journey.ts',
  // More than cores: a journey waits about half of its time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 2 * LONG_PATIENCE_MS,
  expect: { timeout: BURN_IN_FACTOR * 10_000 },
  // A click on a missing element fails after this time. Without it the click waits until the journey's end.
  use: { actionTimeout: BURN_IN_FACTOR * 20_000 },
  reporter: [['list'], ['json']],
  projects: [
    { name: 'core', testDir: 'tests/journeys', grep: CORE, use: CHROMIUM },
    { name: 'walks', testDir: 'tests/walks', testMatch: '*.walk.ts', use: CHROMIUM },
    {
      name: 'pseudo-language',
      testDir: 'tests/walks',
      testMatch: 'walks.walk.ts',
      dependencies: ['build-pseudo-language'],
      use: { ...CHROMIUM, locale: PSEUDO_LANGUAGE },
    },
    {
      name: 'build-pseudo-language',
      testDir: 'tests/walks/pseudo-language',
      testMatch: 'build.ts',
      teardown: 'remove-pseudo-language',
    },
    { name: 'remove-pseudo-language', testDir: 'tests/walks/pseudo-language', testMatch: 'remove.ts' },
    {
      name: 'more',
      testDir: 'tests/journeys',
      grepInvert: [CORE, ONLY_FIREFOX],
      use: CHROMIUM,
    },
    // What depends most on the browser's engine.
    ...(findFirefox()
      ? [
          {
            name: 'firefox',
            testDir: 'tests/journeys',
            grep: /@(only-)?firefox/,
            use: { browserName: 'firefox' as const },
          },
        ]
      : []),
  ],
});
