import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './tests/support/patience.ts';

const AREAS = '{contract,server,functions,web,bench,bin,tests/access}';
const FUZZED = 'tests/access/fuzzed-requests.alone.test.ts';

/** The files with this ending. The run's PostgreSQL is started once, outside of the projects. */
function filesOf(ending: string) {
  return {
    include: [`${AREAS}/**/*${ending}`, `tests/*${ending}`],
    setupFiles: ['tests/support/wait-with-patience.ts', 'tests/support/passwords/cheap-passwords.ts'],
    globalSetup: [],
  };
}

/** `npm test` runs `light` and `alone`, `npm run test:all` runs `full`. */
export default defineConfig({
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
    ],
  },
});
