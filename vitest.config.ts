import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,functions,web,bench}/**/*.test.ts', 'tests/*.test.ts', 'tests/access/*.test.ts'],
    environment: 'node',
    globalSetup: 'tests/support/database/cluster.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
