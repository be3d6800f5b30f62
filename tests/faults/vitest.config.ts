import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files, longest first. Started last, each would run on alone at the end. */
const LONGEST = [
  ...['kill-app', 'postgres', 'kill-outbox', 'kill-push', 'kill-push-steps'],
  ...['kill-hold', 'clock', 'history', 'stop', 'kill-leaving'],
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return found === -1 ? LONGEST.length : found;
    };
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

/** The tests of `npm run test:faults`, which break things many times. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['tests/faults/*.test.ts'],
    environment: 'node',
    globalSetup: 'tests/support/database/cluster.ts',
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
