import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findHeadlessShell, launchOptions } from './fixtures/chromium.ts';
import { seeFrame } from './tests/support/components/own-frame.ts';
import { PATIENCE_MS } from './tests/support/patience.ts';

const AREAS = '{contract,server,functions,web,bench,bin,tests/access}';
const FUZZED = 'tests/access/fuzzed-requests.alone.test.ts';

/** The files with this ending. The run's PostgreSQL is started once, outside of the projects. */
function filesOf(ending: string) {
  return {
    include: [`${AREAS}/**/*${ending}`, `tests/*${ending}`],
    setupFiles: ['wait-with-patience.ts', 'passwords/cheap-passwords.ts', 'seed.ts'].map(
      (file) => `tests/support/${file}`,
    ),
    globalSetup: [],
  };
}

/** `?constants` after a module's path exports its constants in capitals, for tests/statements.test.ts. */
const exportConstants = {
  name: 'export-constants',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.endsWith('?constants')) return;
    const names = [...code.matchAll(/^const ([A-Z][A-Z0-9_]*)\b/gm)].map(([, name]) => name);
    return `${code}\nexport { ${names.join(', ')} };`;
  },
};

const LAUNCH = launchOptions();
LAUNCH.executablePath = findHeadlessShell() ?? LAUNCH.executablePath!;

/** `npm test` runs `light`, `alone` and `components`, `npm run test:all` runs `full`. */
export default defineConfig({
  plugins: [exportConstants],
  test: {
    environment: 'node',
    globalSetup: 'tests/support/database/cluster.ts',
    pool: 'forks',
    // More than cores: a test waits more than half of its time.
    maxWorkers: 4,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: PATIENCE_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'light',
          ...filesOf('.test.ts'),
          exclude: ['**/*.{alone,full}.test.ts'],
          // One import of the server serves many files.
          isolate: false,
        },
      },
      // They replace modules, timers or globals, or measure what other files would change.
      { extends: true, test: { name: 'alone', ...filesOf('.alone.test.ts') } },
      // They take long, or test a mechanism instead of a promise.
      {
        extends: true,
        test: {
          name: 'full',
          ...filesOf('.full.test.ts'),
          include: [...filesOf('.full.test.ts').include, FUZZED],
          env: { FUZZ_RUNS: '50' },
        },
      },
      {
        extends: true,
        plugins: [react(), tailwindcss()],
        test: {
          // Components without a server, in a browser.
          name: 'components',
          include: ['web/**/*.component.test.tsx'],
          setupFiles: ['tests/support/components/see-own-frame.ts'],
          globalSetup: [],
          browser: {
            enabled: true,
            commands: { seeFrame },
            headless: true,
            screenshotFailures: false,
            locators: { exact: false, errorFormat: 'aria' },
            viewport: { width: 1280, height: 720 },
            provider: playwright({ launchOptions: LAUNCH, contextOptions: { reducedMotion: 'reduce' } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
