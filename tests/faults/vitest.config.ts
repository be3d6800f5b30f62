import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** `npm run test:faults`: what takes minutes because it breaks things many times. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['tests/faults/*.test.ts'],
    environment: 'node',
    globalSetup: 'tests/support/database/cluster.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
